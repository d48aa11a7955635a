# title: Figure 3.3: K = 20, g = 0.1; replay* and replay against each other, and against the ideal experiment of T/K interactions that the thesis leaves out
# tables: curve
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key bottom right samplen 2
set xlabel 'T, logged records'
set ylabel 'ln of a ratio of expected squared errors'
set yrange [-0.9:0.6]
plot 0 with lines lc rgb '#000000' notitle, \
  table('curve') using (column('T')):(column('log_ratio')) with lines lw 2 lc rgb '#2166ac' title 'replay* / replay', \
  '' using (column('T')):(column('limit')) with lines dt 2 lc rgb '#2166ac' title 'its limit', \
  '' using (column('T')):(column('log_ratio_ideal')) with lines lw 2 lc rgb '#1b7837' title 'replay* / ideal', \
  '' using (column('T')):(column('log_replay_ideal')) with lines lw 2 lc rgb '#b2182b' title 'replay / ideal'
set xrange [0:500]
set title 'zoom'
plot 0 with lines lc rgb '#000000' notitle, \
  table('curve') using (column('T')):(column('log_ratio')) with lines lw 2 lc rgb '#2166ac' title 'replay* / replay', \
  '' using (column('T')):(column('log_ratio_printed')) with lines lw 1 dt 3 lc rgb '#2166ac' title 'with theorem 8 as printed', \
  '' using (column('T')):(column('log_ratio_ideal')) with lines lw 2 lc rgb '#1b7837' title 'replay* / ideal', \
  '' using (column('T')):(column('log_replay_ideal')) with lines lw 2 lc rgb '#b2182b' title 'replay / ideal'
unset multiplot

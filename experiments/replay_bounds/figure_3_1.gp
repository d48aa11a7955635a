# title: Figure 3.1: bounds on the error of replay and replay* that hold with probability 0.95 (K = 100, g = 0.1), and how often they really fail
# tables: bounds
set multiplot layout 1,2
set logscale xy
set format x '10^{%T}'
set xlabel 'T, logged records'
set xrange [500:1e6]
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top right samplen 2 spacing 1.1
set ylabel 'bound on |estimate - g|'
set yrange [0.005:10]
plot table('bounds') using (column('T')):(column('li')) with lines lw 2 lc rgb '#b2182b' title "Li's bound, as proved", \
  '' using (column('T')):(column('li_printed')) with lines lw 2 dt 2 lc rgb '#b2182b' title "Li's bound, as printed", \
  '' using (column('T')):(column('replay')) with lines lw 2 lc rgb '#2166ac' title 'replay (theorem 5)', \
  '' using (column('T')):(column('replay_star')) with lines lw 2 lc rgb '#1b7837' title 'replay* (theorem 6)', \
  '' using (column('T')):(column('replay_star_deviation')) with lines lw 2 dt 3 lc rgb '#555555' title 'replay*: 1.96 sd'
set ylabel 'exact probability that the bound fails'
set yrange [1e-13:1]
set key bottom right
set format y '10^{%T}'
plot 0.05 with lines lw 1 lc rgb '#000000' title 'delta = 0.05', \
  table('bounds') using (column('T')):(column('li_failure')) with lines lw 2 lc rgb '#b2182b' title "Li's bound, as proved", \
  '' using (column('T')):(column('replay_failure')) with lines lw 2 lc rgb '#2166ac' title 'replay (theorem 5)', \
  '' using (column('T')):(column('replay_star_failure')) with lines lw 2 lc rgb '#1b7837' title 'replay* (theorem 6)'
unset multiplot

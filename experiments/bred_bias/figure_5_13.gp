# title: Figure 5.13: mean absolute error of replay and of S-BRED (B = 1) over the size of the log, without jitter and with h = 75 / sqrt(T)
# tables: error_ucb error_linucb
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top right samplen 2
set xlabel 'T, records (thousands)'
set ylabel 'mean absolute error'
set xrange [0:20]
set yrange [0:0.2]
pick(e) = stringcolumn('evaluator') eq e ? column('T')/1000 : NaN
set title '(a) UCB'
plot table('error_ucb') using (pick('replay')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'replay', \
  '' using (pick('S-BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'S-BRED', \
  '' using (pick('S-BRED 75')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 6 ps 1 dt 2 lc rgb '#1b7837' title 'S-BRED, h = 75/{/Symbol \326}T'
set title '(b) LinUCB'
plot table('error_linucb') using (pick('replay')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'replay', \
  '' using (pick('S-BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'S-BRED', \
  '' using (pick('S-BRED 75')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 6 ps 1 dt 2 lc rgb '#1b7837' title 'S-BRED, h = 75/{/Symbol \326}T'
unset multiplot

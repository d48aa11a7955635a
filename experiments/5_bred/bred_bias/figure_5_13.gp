# title: Figure 5.13: mean absolute error of replay and S-BRED
# tables: error_ucb error_linucb
subtitle = 'One model, B = 1, without jitter and with jitter of bandwidth h; means over (a) '.number(replicates('error_ucb')).', (b) '.runs('error_linucb')
eval panels(1, 2)
set key top right
set xlabel 'T, records (thousands)'
set ylabel 'mean absolute error'
set xrange [0:20.4]
set yrange [0:0.2<*]
pick(e) = stringcolumn('evaluator') eq e ? column('T')/1000 : NaN
set title '(a) UCB'
plot table('error_ucb') using (pick('replay')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb blue title 'replay', \
  '' using (pick('S-BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'S-BRED', \
  '' using (pick('S-BRED 75')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 6 ps 1 dt 2 lc rgb green title 'S-BRED, h = 75/√T'
set title '(b) LinUCB'
plot table('error_linucb') using (pick('replay')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb blue title 'replay', \
  '' using (pick('S-BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'S-BRED', \
  '' using (pick('S-BRED 75')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 6 ps 1 dt 2 lc rgb green title 'S-BRED, h = 75/√T'

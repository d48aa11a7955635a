# title: ICML 2014, figure 2: mean absolute error of replay and BRED for LinUCB
# tables: error_linucb
set key top right
set xlabel 'T, records (thousands)'
set ylabel 'mean absolute error'
set xrange [0:20.4]
set yrange [0:0.2<*]
pick(e) = stringcolumn('evaluator') eq e ? column('T')/1000 : NaN
subtitle = 'One model, B = 1, without jitter and with jitter of bandwidth h; means over '.runs('error_linucb')
eval panels(1, 1)
plot table('error_linucb') using (pick('replay')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb blue title 'replay', \
  '' using (pick('BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'BRED', \
  '' using (pick('BRED 50')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb green title 'BRED, h = 50/√T'

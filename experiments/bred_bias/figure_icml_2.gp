# title: Figure 2 of ICML 2014: mean absolute error of replay and of BRED (B = 1) evaluating LinUCB, without jitter and with h = 50 / sqrt(T)
# tables: error_linucb
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top right samplen 2
set xlabel 'T, records (thousands)'
set ylabel 'mean absolute error'
set xrange [0:20]
set yrange [0:0.25]
pick(e) = stringcolumn('evaluator') eq e ? column('T')/1000 : NaN
plot table('error_linucb') using (pick('replay')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'replay', \
  '' using (pick('BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'BRED', \
  '' using (pick('BRED 50')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#1b7837' title 'BRED, h = 50/{/Symbol \326}T'

# title: Real-valued actions: error by the bandwidth of the kernel
# tables: bandwidths slope
subtitle = 'The best dose in each of four contexts; stars: mean of the bandwidths that SLOPE chooses; '.runs('bandwidths').' ('.thousands(replicates('slope')).' with SLOPE)'
eval panels(1, 2)
n = last('bandwidths', 'n')
pick(name, c) = stringcolumn('evaluator') eq name && column('n') == n ? column(c) : NaN
set logscale x
set xlabel 'h, the bandwidth'
set xtics (0.025, 0.05, 0.1, 0.2, 0.4, 0.8)
set title '(a) bias, '.number(n).' records'
set ylabel 'mean error'
eval roomy
set key at graph 0.03, graph 0.35 left Left reverse
plot table('bandwidths') using (pick('IPS', 'h')):(column('error')):(half_of('error', 'estimate')) with yerrorlines lw 4 pt 7 ps 0.5 lc rgb red title 'IPS', \
  '' using (pick('DR at the target with right q', 'h')):(column('error')):(half_of('error', 'estimate')) with yerrorlines lw 1.5 dt 2 pt 5 ps 0.5 lc rgb green title 'DR at the target with right q', \
  '' using (pick('DR at the log with right q', 'h')):(column('error')):(half_of('error', 'estimate')) with yerrorlines lw 2 pt 9 ps 0.5 lc rgb blue title 'DR at the log with right q', \
  0 with lines lw 1 dt 2 lc rgb grey notitle
set title '(b) root mean squared error, '.number(n).' records'
set ylabel 'RMSE'
set logscale y
eval close_ticks('y')
eval roomy
set key inside left top Left reverse
plot table('bandwidths') using (pick('IPS', 'h')):(column('rmse')) with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'IPS', \
  '' using (pick('SNIPS', 'h')):(column('rmse')) with linespoints lw 2 pt 11 ps 0.5 lc rgb purple title 'SNIPS', \
  '' using (pick('DR at the log with right q', 'h')):(column('rmse')) with linespoints lw 2 pt 9 ps 0.5 lc rgb blue title 'DR at the log with right q', \
  table('slope') using (pick('SNIPS', 'bandwidth')):(column('rmse')) with points pt 3 ps 1.2 lw 2 lc rgb purple title 'SNIPS by SLOPE', \
  '' using (pick('DR at the log with right q', 'bandwidth')):(column('rmse')) with points pt 3 ps 1.2 lw 2 lc rgb blue title 'DR by SLOPE'

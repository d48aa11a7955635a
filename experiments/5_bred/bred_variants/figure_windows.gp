# title: Windows and kernels over time: bias, spread and error of BRED by their width
# tables: windows widths
subtitle = 'Discounted UCB, ten drifting arms, T = '.number(last_horizon('windows')).'; bias with '.intervals('windows').' (b: '.number(replicates('widths')).')'
eval panels(1, 2)
set logscale x
set format x '10^{%T}'
set yrange [*<-0.4:0.3<*]
set ylabel 'estimate minus direct play'
set key bottom left
pick(k, c) = stringcolumn('kind') eq k ? column(c) : NaN
set xlabel 'records in a window'
eval roomy
set title '(a) windows'
plot 0 with lines lc rgb black notitle, \
  table('windows') using (pick('abrupt', 'size')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'bias, abrupt changes', \
  '' using (pick('abrupt', 'size')):(column('root_mean_square')) with lines lw 2 dt 2 lc rgb red title 'root mean squared error', \
  '' using (pick('abrupt', 'size')):(column('estimate_sd')) with lines lw 1.5 dt 3 lc rgb red title 'standard deviation', \
  '' using (pick('smooth', 'size')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'bias, smooth drift', \
  '' using (pick('smooth', 'size')):(column('root_mean_square')) with lines lw 2 dt 2 lc rgb blue title 'root mean squared error', \
  '' using (pick('smooth', 'size')):(column('estimate_sd')) with lines lw 1.5 dt 3 lc rgb blue title 'standard deviation'
set xlabel 'width of the kernel in records'
set xrange [*:*]
set title '(b) kernel over time'
plot 0 with lines lc rgb black notitle, \
  table('widths') using (pick('abrupt', 'width')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red notitle, \
  '' using (pick('abrupt', 'width')):(column('root_mean_square')) with lines lw 2 dt 2 lc rgb red notitle, \
  '' using (pick('abrupt', 'width')):(column('estimate_sd')) with lines lw 1.5 dt 3 lc rgb red notitle, \
  '' using (pick('smooth', 'width')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue notitle, \
  '' using (pick('smooth', 'width')):(column('root_mean_square')) with lines lw 2 dt 2 lc rgb blue notitle, \
  '' using (pick('smooth', 'width')):(column('estimate_sd')) with lines lw 1.5 dt 3 lc rgb blue notitle

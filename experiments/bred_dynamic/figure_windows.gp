# title: Bias, spread and root mean square error of BRED on windows (left) and on a kernel over time (right), against their bandwidth: discounted UCB, 10 drifting arms, T = 10,000
# tables: windows widths
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set format x '10^{%L}'
set yrange [-0.28:0.16]
set ylabel 'estimate less direct play'
set key bottom left samplen 2 spacing 1.1 font ',9'
pick(k, c) = stringcolumn('kind') eq k ? column(c) : NaN
set xlabel 'records in a window'
set xrange [8:13000]
set title '(a) windows'
plot 0 with lines lc rgb '#000000' notitle, \
  table('windows') using (pick('abrupt', 'size')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'bias, abrupt changes', \
  '' using (pick('abrupt', 'size')):(column('root_mean_square')) with lines lw 2 dt 2 lc rgb '#b2182b' title 'root mean square', \
  '' using (pick('abrupt', 'size')):(column('estimate_sd')) with lines lw 1.5 dt 3 lc rgb '#b2182b' title 'standard deviation', \
  '' using (pick('smooth', 'size')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'bias, smooth drift', \
  '' using (pick('smooth', 'size')):(column('root_mean_square')) with lines lw 2 dt 2 lc rgb '#2166ac' title 'root mean square', \
  '' using (pick('smooth', 'size')):(column('estimate_sd')) with lines lw 1.5 dt 3 lc rgb '#2166ac' title 'standard deviation'
set xlabel 'width of the kernel in records'
set xrange [0.8:130000]
set title '(b) kernel over time'
plot 0 with lines lc rgb '#000000' notitle, \
  table('widths') using (pick('abrupt', 'width')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' notitle, \
  '' using (pick('abrupt', 'width')):(column('root_mean_square')) with lines lw 2 dt 2 lc rgb '#b2182b' notitle, \
  '' using (pick('abrupt', 'width')):(column('estimate_sd')) with lines lw 1.5 dt 3 lc rgb '#b2182b' notitle, \
  '' using (pick('smooth', 'width')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' notitle, \
  '' using (pick('smooth', 'width')):(column('root_mean_square')) with lines lw 2 dt 2 lc rgb '#2166ac' notitle, \
  '' using (pick('smooth', 'width')):(column('estimate_sd')) with lines lw 1.5 dt 3 lc rgb '#2166ac' notitle
unset multiplot

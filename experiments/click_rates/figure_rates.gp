# title: Appendix E.3.1: squared error of the predicted click probabilities (left), and share of pairs of displays in the right order (right); crosses: the thesis's numbers
# tables: rates
set multiplot layout 1,2
set logscale x
set format x '10^{%T}'
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'displays'
set xrange [100:200000]
pick(b, u) = (column('beta') == b && stringcolumn('update') eq u) ? column('step') : NaN
set ylabel 'mean squared error'
set logscale y
set format y '10^{%T}'
set yrange [3e-5:0.5]
set key top right samplen 2
set label 1 at 20000, 2e-4 point pt 2 ps 1.5 lw 2
plot table('rates') using (pick(1, 'corrected')):(column('mean_squared_error')) with linespoints lw 2 pt 7 ps 0.4 lc rgb '#92c5de' title 'beta 1', \
  '' using (pick(100, 'corrected')):(column('mean_squared_error')) with linespoints lw 2 pt 7 ps 0.4 lc rgb '#2166ac' title 'beta 100', \
  '' using (pick(300, 'corrected')):(column('mean_squared_error')) with linespoints lw 2 pt 7 ps 0.4 lc rgb '#053061' title 'beta 300', \
  '' using (pick(1, 'printed')):(column('mean_squared_error')) with linespoints lw 1.5 dt 2 pt 7 ps 0.4 lc rgb '#f4a582' title 'beta 1, printed', \
  '' using (pick(100, 'printed')):(column('mean_squared_error')) with linespoints lw 1.5 dt 2 pt 7 ps 0.4 lc rgb '#b2182b' title 'beta 100, printed'
unset logscale y
set format y '%g'
set ylabel 'pairs in the right order'
set yrange [0.5:1]
set key bottom right
set label 1 at 1000, 0.8 point pt 2 ps 1.5 lw 2
set label 2 at 40000, 0.9 point pt 2 ps 1.5 lw 2
set label 3 at 200000, 0.95 point pt 2 ps 1.5 lw 2
plot table('rates') using (pick(1, 'corrected')):(column('well_ranked')) with linespoints lw 2 pt 7 ps 0.4 lc rgb '#92c5de' title 'beta 1', \
  '' using (pick(100, 'corrected')):(column('well_ranked')) with linespoints lw 2 pt 7 ps 0.4 lc rgb '#2166ac' title 'beta 100', \
  '' using (pick(300, 'corrected')):(column('well_ranked')) with linespoints lw 2 pt 7 ps 0.4 lc rgb '#053061' title 'beta 300', \
  '' using (pick(1, 'printed')):(column('well_ranked')) with linespoints lw 1.5 dt 2 pt 7 ps 0.4 lc rgb '#f4a582' title 'beta 1, printed', \
  '' using (pick(100, 'printed')):(column('well_ranked')) with linespoints lw 1.5 dt 2 pt 7 ps 0.4 lc rgb '#b2182b' title 'beta 100, printed'
unset multiplot

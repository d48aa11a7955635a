# title: Figure 5.3: the uniform policy; (a) density of the resamples' estimates on one log of T = 500 records, (b) mean absolute error by the number of resamples
# tables: density sampling
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set title '(a)'
set xlabel 'estimate'
set ylabel 'density (bins of 0.005)'
set key top right samplen 2
set xrange [0.08:0.49]
set yrange [0:24]
previous = 0
density(e) = stringcolumn('evaluator') eq e ? (d = (column('below') - previous)/0.005, previous = column('below'), d) : NaN
plot table('density') using (column('x') - 0.0025):(density('BRED')) with histeps lw 2 lc rgb '#b2182b' title 'BRED, B = 30,000', \
  '' using (column('x') - 0.0025):(column('x') < 0.0851 ? (previous = 0, NaN) : density('bootstrapped replay')) with histeps lw 2 lc rgb '#2166ac' title 'bootstrapped replay, B = 300,000'
set title '(b)'
set xlabel 'B, resamples'
set ylabel 'mean absolute error'
set logscale x
set yrange [0.015:0.025]
set xrange [0.8:400]
pick(e) = stringcolumn('evaluator') eq e ? column('step') : NaN
plot table('sampling') using (pick('BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb '#b2182b' title 'BRED', \
  '' using (pick('S-BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb '#e08214' title 'S-BRED', \
  sqrt(2/pi*0.28470*0.71530/500*(1 + 1/x)) with lines dt 2 lw 1.2 lc rgb '#b2182b' title '1 + 1/B', \
  sqrt(2/pi*0.28470*0.71530/500*(1 + 0.9/x)) with lines dt 2 lw 1.2 lc rgb '#e08214' title '1 + 0.9/B'
unset multiplot

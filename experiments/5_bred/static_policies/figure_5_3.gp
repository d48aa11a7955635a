# title: Figure 5.3: BRED, S-BRED and bootstrapped replay of the uniform policy
# tables: density sampling
# without intervals: means over
bin = (word(values('density', 'x'), 2) + 0) - first('density', 'x')
g = first('sampling', 'g')
T = first('sampling', 'T')
# Mean absolute error of a mean of T clicks, about: that of the normal distribution.
limit = sqrt(2/pi*g*(1 - g)/T)
subtitle = '(a) the resamples’ estimates on one log of T = '.last_horizon('density').' records; (b) means over '.runs('sampling')
eval panels(1, 2)
set title '(a) density of the estimates'
set xlabel 'estimate'
set ylabel sprintf('density (bins of %g)', bin)
set key top right
set xrange [*:*]
set xtics 0.1
set yrange [0:*]
set offsets 0, 0, graph 0.2, 0
previous = 0
density(e) = stringcolumn('evaluator') eq e ? (d = (column('below') - previous)/bin, previous = column('below'), d) : NaN
plot table('density') using (column('x') - bin/2):(density('BRED')) with histeps lw 2 lc rgb orange title 'BRED', \
  '' using (column('x') - bin/2):(column('x') < first('density', 'x') + bin/50 ? (previous = 0, NaN) : density('bootstrapped replay')) with histeps lw 2 lc rgb blue title 'bootstrapped replay'
set title '(b) error by the number of resamples'
set xlabel 'B, resamples'
set xtics autofreq
set offsets graph 0.04, graph 0.04, 0, 0
set ylabel 'mean absolute error'
set logscale x
set yrange [0.8*limit:1.8*limit]
set xrange [*:*]
set format x '10^{%T}'
pick(e) = stringcolumn('evaluator') eq e ? column('step') : NaN
plot table('sampling') using (pick('BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb orange title 'BRED', \
  '' using (pick('S-BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb red title 'S-BRED', \
  limit*sqrt(1 + 1/x) with lines dt 2 lw 1.2 lc rgb orange title '∝ √(1 + 1/B)', \
  limit*sqrt(1 + 0.9/x) with lines dt 2 lw 1.2 lc rgb red title '∝ √(1 + 0.9/B)'

# title: What selecting by phase 1 gains over the average submission, in phase 1 and in phase 2
# tables: noise approaches
source = ''
stats table('noise') using (source = stringcolumn('dataset'), 1) nooutput
stats table('noise') using (column('gain_1') + half_of('gain_1', 'estimate')) name 'A' nooutput
stats table('approaches') using (column('gain_1') + half_of('gain_1', 'estimate')) name 'B' nooutput
stats table('noise') using (column('gain_2') - half_of('gain_2', 'estimate')) name 'C' nooutput
stats table('approaches') using (column('gain_2') - half_of('gain_2', 'estimate')) name 'D' nooutput
largest = 0
stats table('approaches') using (largest = column('scale') > largest ? column('scale') : largest, 1) nooutput
smallest = 1
stats table('noise') using (smallest = column('scale') < smallest ? column('scale') : smallest, 1) nooutput
subtitle = 'Means over challenges; data: '.source.'; '.intervals('noise').' (a), '.number(replicates('approaches')).' (b)'
eval panels(1, 2)
set logscale x
set xlabel 'submissions'
set format x '10^{%T}'
set ylabel 'click rate above the mean of the pool'
set key top left
set xrange [3:1300]
low(a, b) = a < b ? a : b
set yrange [1.1*low(0, low(C_min, D_min)):1.4*-low(-A_max, -B_max)]
# Two participants have four submissions; one point at that place is enough.
at(s) = column('scale') == s && column('step') > 1 ? column('submissions') : NaN
set title '(a) noise alone'
plot table('noise') using (at(largest)):(column('gain_1')):(half_of('gain_1', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'phase 1', \
  '' using (at(largest)):(column('gain_2')):(half_of('gain_2', 'estimate')) with yerrorlines lw 2 pt 5 ps 0.5 lc rgb red title 'phase 2', \
  '' using (at(smallest)):(column('gain_1')) with lines lw 1.5 dt 2 lc rgb blue title sprintf('phase 1, %g% of the visits', 100*smallest)
of(e) = stringcolumn('evaluator') eq e && column('scale') == largest && column('step') > 1 ? column('submissions') : NaN
set title '(b) six algorithms, any values'
plot table('approaches') using (of('anywhere')):(column('gain_1')):(half_of('gain_1', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'phase 1', \
  '' using (of('anywhere')):(column('gain_2')):(half_of('gain_2', 'estimate')) with yerrorlines lw 2 pt 5 ps 0.5 lc rgb red title 'phase 2'

# title: What selecting by phase 1 gains: above the average submission, in phase 1 and in phase 2 (means over challenges, 95% intervals)
# tables: noise approaches
source = ''
stats table('noise') using (source = stringcolumn('dataset'), 1) nooutput
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xlabel 'submissions'
set ylabel 'click rate above the mean of the pool'
set key top left
set offsets graph 0, graph 0, graph 0.25, graph 0
set xrange [3:1300]
largest = 0
stats table('approaches') using (largest = column('scale') > largest ? column('scale') : largest, 1) nooutput
smallest = 1
stats table('noise') using (smallest = column('scale') < smallest ? column('scale') : smallest, 1) nooutput
at(s) = column('scale') == s ? column('submissions') : NaN
set title 'noise alone; data: '.source
plot table('noise') using (at(largest)):(column('gain_1')):(1.96*column('gain_1_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'phase 1', \
  '' using (at(largest)):(column('gain_2')):(1.96*column('gain_2_se')) with yerrorlines lw 2 pt 5 ps 0.5 lc rgb '#b2182b' title 'phase 2', \
  '' using (at(smallest)):(column('gain_1')) with lines lw 1.5 dt 2 lc rgb '#2166ac' title 'phase 1, at the smallest scale'
of(e) = stringcolumn('evaluator') eq e && column('scale') == largest ? column('submissions') : NaN
set title 'six algorithms, anywhere'
plot table('approaches') using (of('anywhere')):(column('gain_1')):(1.96*column('gain_1_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'phase 1', \
  '' using (of('anywhere')):(column('gain_2')):(1.96*column('gain_2_se')) with yerrorlines lw 2 pt 5 ps 0.5 lc rgb '#b2182b' title 'phase 2'
unset multiplot

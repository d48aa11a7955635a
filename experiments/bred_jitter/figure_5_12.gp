# title: Figure 5.12: error and bias of S-BRED (B = 10) evaluating the best static policy, over the jitter h = C / sqrt(T) (95% intervals of the bias); crosses: one jittered pass, C = 8
# tables: static static_mean static_replay
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top left samplen 2
set xlabel 'C'
set xrange [-0.5:25.5]
set ylabel 'reward'
at(t) = column('T') == t ? column('C') : NaN
pass(t) = (column('T') == t && stringcolumn('evaluator') eq 'one jittered pass') ? 8 : NaN
do for [t in '200 500'] {
  set title sprintf('T = %s', t)
  set yrange [0:(t eq '200' ? 0.16 : 0.10)]
  plot table('static') using (at(t + 0)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'mean absolute error', \
    table('static_mean') using (at(t + 0)):(abs(column('error'))):(1.96*column('error_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'absolute bias', \
    table('static_replay') using (pass(t + 0)):(abs(column('error'))) smooth unique with points pt 2 ps 1.5 lw 2 lc rgb '#b2182b' title 'one jittered pass'
}
unset multiplot

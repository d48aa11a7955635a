# title: Figure 5.12: error and bias of S-BRED for the best static policy, by the jitter
# tables: static static_mean static_replay
subtitle = 'Jitter of bandwidth h = C/√T; B = 10; one model; bias with '.intervals('static_mean')
eval panels(1, 2)
set key top left
set xlabel 'C'
set xrange [-0.5:25.5]
set ylabel 'difference of mean rewards'
at(t) = column('T') == t ? column('C') : NaN
pass(t) = (column('T') == t && stringcolumn('evaluator') eq 'one jittered pass') ? 8 : NaN
do for [t in '200 500'] {
  set title sprintf('T = %s', number(t + 0))
  set yrange [0:0.16<*]
  plot table('static') using (at(t + 0)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'mean absolute error', \
    table('static_mean') using (at(t + 0)):(abs(column('error'))):(half('error')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'absolute bias', \
    table('static_replay') using (pass(t + 0)):(abs(column('error'))) smooth unique with points pt 2 ps 1.5 lw 2 lc rgb red title 'one jittered pass, C = 8'
}

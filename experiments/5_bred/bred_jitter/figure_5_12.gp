# title: Figure 5.12: error and bias of S-BRED for the best static policy, by the jitter
# tables: static static_mean static_replay
subtitle = 'Jitter of bandwidth h = C/√T; B = 10; one model; '.intervals('static_mean')
eval panels(1, 2)
set key top left
set xlabel 'C'
set xrange [-0.5:25.5]
set ylabel 'difference of mean rewards'
set yrange [0:*]
set offsets 0, 0, graph 0.35, 0
at(t) = column('T') == t ? column('C') : NaN
do for [t in '200 500'] {
  set title sprintf('T = %s', number(t + 0))
  eval means_of_rows('$Means', table('static'), 'column("C")', values('static', 'C'), 'column("T") == '.t, 'abs(column("error"))')
  eval means_of_rows('$Pass', table('static_replay'), 'column("T")', t, 'stringcolumn("evaluator") eq "one jittered pass"', 'abs(column("error"))')
  plot $Means using 1:2:3 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'mean absolute error', \
    table('static_mean') using (at(t + 0)):(abs(column('error'))):(half('error')) with yerrorlines lw 2 pt 5 ps 0.5 lc rgb blue title 'absolute bias', \
    $Pass using (8.3):2:3 with yerrorbars pt 2 ps 1.5 lw 2 lc rgb black title 'one jittered pass, C = 8'
}

# title: Figure 5.13: mean absolute error of replay and S-BRED
# tables: error_ucb error_linucb
subtitle = 'One model, B = 1, without jitter and with jitter of bandwidth h; (a) '.intervals('error_ucb').', (b) '.number(replicates('error_linucb'))
eval panels(1, 2)
set key top right
set xlabel 'T, records (thousands)'
set ylabel 'mean absolute error'
set xrange [0:20.4]
set yrange [0:*]
set offsets 0, 0, graph 0.3, 0
evaluators = "'replay' 'S-BRED' 'S-BRED 75'"
do for [t in 'error_ucb error_linucb'] {
  do for [i=1:3] { eval means_of_rows('$Means'.i, table(t), 'column("T")', values(t, 'T'), 'stringcolumn("evaluator") eq "'.word(evaluators, i).'"', 'abs(column("error"))') }
  set title t eq 'error_ucb' ? '(a) UCB' : '(b) LinUCB'
  plot $Means1 using ($1/1000):2:3 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'replay', \
    $Means2 using ($1/1000):2:3 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'S-BRED', \
    $Means3 using ($1/1000):2:3 with yerrorlines lw 2 pt 6 ps 1 dt 2 lc rgb green title 'S-BRED, h = 75/√T'
}

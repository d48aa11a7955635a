# title: ICML 2014, figure 2: mean absolute error of replay and BRED for LinUCB
# tables: error_linucb
set key top right
set xlabel 'T, records (thousands)'
set ylabel 'mean absolute error'
set xrange [0:20.4]
set yrange [0:*]
set offsets 0, 0, graph 0.3, 0
subtitle = 'One model, B = 1, without jitter and with jitter of bandwidth h; '.intervals('error_linucb')
eval panels(1, 1)
evaluators = "'replay' 'BRED' 'BRED 50'"
do for [i=1:3] { eval means_of_rows('$Means'.i, table('error_linucb'), 'column("T")', values('error_linucb', 'T'), 'stringcolumn("evaluator") eq "'.word(evaluators, i).'"', 'abs(column("error"))') }
plot $Means1 using ($1/1000):2:3 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'replay', \
  $Means2 using ($1/1000):2:3 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'BRED', \
  $Means3 using ($1/1000):2:3 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb green title 'BRED, h = 50/√T'

# title: Regret of rules in the set-up of Cief, Kveton and Kompan 2025, beside the numbers in print
# tables: cross_validation
# In print: means of the relative regret over these four sets, from the authors' 500 runs of each; of PAS-IF none is shown, because its
# network chose DM in every run. The rules are steps of the table.
array steps[6] = [1, 2, 3, 4, 5, 8]
array rules[6] = ['always IPS', 'always DR', 'SLOPE', 'cross-validation, IPS', 'cross-validation, DR', 'rehearsal']
array strong[5] = [3.1, 0, 0, 1.83, 0.06]
array weak[5] = [0, 36, 27, 0.31, 6.1]
picked(step, target, models, name) = column('step') == step && column('target') == target && stringcolumn('evaluator') eq models ? column(name) : NaN
halves(step, target, models) = column('step') == step && column('target') == target && stringcolumn('evaluator') eq models ? half('regret')**2 : NaN
array models[2] = ['in sample', 'cross-fitted']
set print $Means
do for [target in '10 -10'] {
  do for [m=1:2] {
    do for [k=1:6] {
      stats table('cross_validation') using (picked(steps[k], target + 0, models[m], 'regret')) name 'M' nooutput
      stats table('cross_validation') using (halves(steps[k], target + 0, models[m])) name 'H' nooutput
      print sprintf('%d,%d,%d,%g,%g', target + 0, m, k, M_mean, sqrt(H_sum)/H_records)
    }
  }
}
set print
set print $Print
do for [k=1:5] {
  print sprintf('10,%d,%g', k, strong[k])
  print sprintf('-10,%d,%g', k, weak[k])
}
set print
subtitle = 'Mean of MSE / least MSE over four UCI sets; 95% intervals over the logs'
left = 190; right = 150; across = 40
eval panels(1, 2)
set logscale x
set xlabel 'mean squared error / least one'
set yrange [6.7:0.3]
set ytics ()
set offsets graph 0.04, graph 0.05, 0, 0
eval close_ticks('x')
do for [k=1:6] { set ytics add (rules[k] k) }
above(x) = x < 1 ? 1 : x
of(target, m) = column(1) == target && column(2) == m ? 1 + column(4) : NaN
unset key
do for [j=1:2] {
  target = j == 1 ? 10 : -10
  set title sprintf('(%s) policy: temperature %d', word('a b', j), target)
  if (j == 2) {
    do for [k=1:6] { set ytics add ('' k) }
    set key at screen 0.995, 0.8 right
  }
  plot $Means using (of(target, 1)):($3 - 0.12):(above(1 + $4 - $5)):(1 + $4 + $5) with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue title 'in sample', \
    '' using (of(target, 2)):($3 + 0.12):(above(1 + $4 - $5)):(1 + $4 + $5) with xerrorbars lw 2 pt 5 ps 0.8 lc rgb orange title 'cross-fitted', \
    $Print using (column(1) == target ? 1 + column(3) : NaN):2 with points pt 2 ps 1.2 lw 2 lc rgb black title 'in print'
}

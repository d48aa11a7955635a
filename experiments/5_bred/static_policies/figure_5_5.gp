# title: Figure 5.5: error of BRED’s estimate of the variance, by the number of resamples
# tables: variance_error
set logscale xy
set format y '10^{%T}'
set format x '10^{%T}'
set xlabel 'B, resamples'
set ylabel 'mean squared error of the variance (reward^4)'
set key top right
set xrange [*:*]
eval roomy
pick(v) = column('epsilon') == v ? column('step') : NaN
subtitle = 'Mean squared error for the mean of T = '.number(last_horizon('variance_error')).' rewards; one model; '.intervals('variance_error')
eval panels(1, 1)
plot table('variance_error') using (pick(0)):(column('mse')):(half_of('mse', 'bootstrap_variance')) with yerrorlines lw 2 pt 7 ps 0.7 lc rgb red title 'optimal', \
  '' using (pick(0.5)):(column('mse')):(half_of('mse', 'bootstrap_variance')) with yerrorlines lw 2 pt 7 ps 0.7 lc rgb orange title 'ε-optimal', \
  '' using (pick(1)):(column('mse')):(half_of('mse', 'bootstrap_variance')) with yerrorlines lw 2 pt 7 ps 0.7 lc rgb blue title 'uniform'

# title: Mean squared error of the chosen estimator over that of the best one, by the logging policy's temperature
# tables: temperatures
# The steps of the rules that are shown; means are of the log ratio, over sets and logs.
array steps[6] = [1, 2, 3, 4, 5, 8]
array rules[6] = ['always SNIPS', 'always DR', 'SLOPE++', 'cross-validation, IPS', 'cross-validation, DR', 'rehearsal']
array shades[6] = [grey, black, orange, green, purple, blue]
array shapes[6] = [5, 4, 11, 9, 13, 7]
subtitle = 'Four UCI sets, logs of '.number(first('temperatures', 'n')).' records; geometric mean over sets and logs, 95% intervals over the logs'
left = 84; right = 225; across = 56
loggers = values('temperatures', 'logger')
targets = values('temperatures', 'target')
picked(step, target, logger, name) = column('step') == step && column('target') == target && column('logger') == logger ? column(name) : NaN
halves(step, target, logger) = column('step') == step && column('target') == target && column('logger') == logger ? half('log_ratio')**2 : NaN
set print $Means
do for [k=1:6] {
  do for [j=1:words(targets)] {
    do for [i=1:words(loggers)] {
      stats table('temperatures') using (picked(steps[k], word(targets, j) + 0, word(loggers, i) + 0, 'log_ratio')) name 'M' nooutput
      stats table('temperatures') using (halves(steps[k], word(targets, j) + 0, word(loggers, i) + 0)) name 'H' nooutput
      print sprintf('%d,%d,%g,%g,%g', k, j, word(loggers, i) + 0, M_mean, sqrt(H_sum)/H_records)
    }
  }
}
set print
eval panels(1, words(targets))
set logscale y
set xlabel 'logging temperature'
set xtics ()
do for [i=1:words(loggers)] { set xtics add (word(loggers, i) word(loggers, i) + 0) }
set xrange [first('temperatures', 'logger') - 0.6:last('temperatures', 'logger') + 0.6]
eval close_ticks('y')
of(k, j) = column(1) == k && column(2) == j ? column(3) + 0.06*(k - 3.5) : NaN
do for [j=1:words(targets)] {
  set title '('.word('a b c', j).') policy: temperature '.word(targets, j)
  set ylabel j == 1 ? 'mean squared error / least one' : ''
  if (j == words(targets)) { set key at screen 0.995, 0.8 right } else { unset key }
  plot for [k=1:6] $Means using (of(k, j)):(exp($4)):(exp($4 - $5)):(exp($4 + $5)) with yerrorlines lw 2 pt shapes[k] ps 0.7 lc rgb shades[k] title rules[k]
}

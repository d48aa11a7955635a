# title: Relative error of estimators of a fixed policy, by log size and skew of the logging policy
# tables: sizes
middle = word(values('sizes', 'n'), 2) + 0
share = 0.2
actions = 10
subtitle = "RMSE over the true value, ".number(actions)." actions, ".intervals('sizes')."; clipped: cap 4; smoothed: exponent 0.9\n". \
  '(a), (b): smallest propensity '.number(share/actions).'; (c), (d): '.number(middle).' records'
left = 84; right = 180; across = 72; down = 124
eval panels(2, 2)
set logscale xy
set format y '%g'
# The root of the ends of the squared error's interval; 0 has no place on the axis.
squared_end(side) = 1 + side*half_of('squared_error', 'estimate')/column('squared_error')
end(side) = squared_end(side) > 0 ? column('relative')*sqrt(squared_end(side)) : 1e-9
is(name, target) = stringcolumn('evaluator') eq name && stringcolumn('algorithm') eq target
by_size(name, target) = is(name, target) && column('epsilon') == share ? column('n') : NaN
by_skew(name, target) = is(name, target) && column('n') == middle ? column('epsilon')/actions : NaN
array names[6] = ['IPS', 'SNIPS', 'clipped IPS', 'exponential smoothing', 'DM', 'DR']
array titles[6] = ['IPS', 'SNIPS', 'clipped IPS', 'smoothed IPS', 'DM', 'DR']
array shades[6] = [grey, blue, red, orange, purple, green]
array shapes[6] = [5, 7, 9, 11, 13, 4]
stats table('sizes') using (column('relative')) name 'errors' nooutput
bottom_of = errors_min/1.3
top_of = errors_max*1.3
set yrange [bottom_of:top_of]
unset key
word_of(target) = target eq 'spread' ? 'uniform target' : 'deterministic target'
do for [panel=1:2] {
  target = word('spread deterministic', panel)
  set title '('.word('a b', panel).') '.word_of(target)
  set xlabel 'records of the log'
  set xrange [first('sizes', 'n')/1.3:last('sizes', 'n')*1.3]
  set ylabel panel == 1 ? 'relative error' : ''
  set xtics (number(word(values('sizes', 'n'), 1) + 0) word(values('sizes', 'n'), 1) + 0)
  do for [i=2:words(values('sizes', 'n'))] { set xtics add (number(word(values('sizes', 'n'), i) + 0) word(values('sizes', 'n'), i) + 0) }
  plot for [i=1:6] table('sizes') using (by_size(names[i], target)):(column('relative')):(end(-1)):(end(1)) with yerrorlines lw 2 pt shapes[i] ps 0.8 lc rgb shades[i] title titles[i]
}
do for [panel=1:2] {
  target = word('spread deterministic', panel)
  set title '('.word('c d', panel).') '.word_of(target)
  set xlabel 'smallest propensity'
  set xrange [last('sizes', 'epsilon')/actions/1.3:first('sizes', 'epsilon')/actions*1.3]
  set ylabel panel == 1 ? 'relative error' : ''
  set xtics (sprintf('%g', word(values('sizes', 'epsilon'), 1)/(1.0*actions)) word(values('sizes', 'epsilon'), 1)/(1.0*actions))
  do for [i=2:words(values('sizes', 'epsilon'))] { set xtics add (sprintf('%g', word(values('sizes', 'epsilon'), i)/(1.0*actions)) word(values('sizes', 'epsilon'), i)/(1.0*actions)) }
  if (panel == 2) { set key at screen 0.995, screen 0.62 right top Left reverse }
  plot for [i=1:6] table('sizes') using (by_skew(names[i], target)):(column('relative')):(end(-1)):(end(1)) with yerrorlines lw 2 pt shapes[i] ps 0.8 lc rgb shades[i] title titles[i]
}

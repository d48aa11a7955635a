# title: Figure 5.6: mean squared error of BRED’s estimate by the number of resamples
# tables: means
subtitle = 'T = '.number(last_horizon('means')).', one model; '.intervals('means')
right = 200; across = 60
eval panels(1, 3)
set logscale x
set xlabel 'B, resamples'
set ylabel 'mean squared error (10^{−3})'
set xrange [*:*]
drawn(e) = e eq 'BRED' || e eq 'replay' || e eq 'K-expanded replay' || e eq 'online'
stats table('means') using (drawn(stringcolumn('evaluator')) ? 1000*column('squared_error') + 1000*half_of('squared_error', 'estimate') : NaN) nooutput
set yrange [0:1.05*STATS_max]
set offsets graph 0.04, graph 0.04, graph 0.1, 0
set format x '10^{%T}'
set key
pick(v) = (stringcolumn('evaluator') eq 'BRED' && column('epsilon') == v) ? column('step') : NaN
array panel[3] = ['(a) uniform', '(b) optimal', '(c) ε-optimal']
array values[3] = [1, 0, 0.5]
do for [i = 1:3] {
  v = values[i]
  set title panel[i]
  if (i > 1) { set ylabel '' }
  if (i == 3) { set key outside right top Left reverse samplen 1.5 } else { unset key }
  baseline(e) = (stringcolumn('evaluator') eq e && column('epsilon') == v) ? 1000*column('squared_error') : NaN
  stats table('means') using (baseline('replay')) nooutput
  replay = STATS_mean
  stats table('means') using (baseline('K-expanded replay')) nooutput
  expanded = STATS_mean
  stats table('means') using (baseline('online')) nooutput
  world = STATS_mean
  plot replay with lines lw 2 lc rgb blue title 'replay', \
    expanded with lines lw 2 dt 2 lc rgb green title 'K-expanded replay', \
    world with lines lw 2 lc rgb black title 'direct play', \
    table('means') using (pick(v)):(1000*column('squared_error')):(1000*half_of('squared_error', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'BRED'
}

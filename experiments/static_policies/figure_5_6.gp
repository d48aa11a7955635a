# title: Figure 5.6: mean squared error of BRED's estimate by the number of resamples, and the baselines (T = 1,000; bars: 95% intervals)
# tables: means
set multiplot layout 1,3
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xlabel 'B, resamples'
set ylabel 'mean squared error (10^{-3})'
set xrange [0.8:400]
set yrange [0:2.9]
set key samplen 2
pick(v) = (stringcolumn('evaluator') eq 'BRED' && column('epsilon') == v) ? column('step') : NaN
array panel[3] = ['(a) uniform', '(b) optimal', '(c) {/Symbol e}-optimal']
array values[3] = [1, 0, 0.5]
do for [i = 1:3] {
  v = values[i]
  set title panel[i]
  if (i == 2) { set key bottom right } else { set key at graph 0.98, graph 0.62 }
  baseline(e) = (stringcolumn('evaluator') eq e && column('epsilon') == v) ? 1000*column('squared_error') : NaN
  stats table('means') using (baseline('replay')) nooutput
  replay = STATS_mean
  stats table('means') using (baseline('K-expanded replay')) nooutput
  expanded = STATS_mean
  stats table('means') using (baseline('online')) nooutput
  world = STATS_mean
  plot replay with lines lw 2 lc rgb '#2166ac' title 'replay', \
    expanded with lines lw 2 dt 2 lc rgb '#1b7837' title 'K-expanded replay', \
    world with lines lw 2 lc rgb 'black' title 'T interactions', \
    table('means') using (pick(v)):(1000*column('squared_error')):(1960*column('squared_error_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'BRED'
}
unset multiplot

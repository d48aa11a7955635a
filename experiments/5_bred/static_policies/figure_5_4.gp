# title: Figure 5.4: mean variance that BRED and S-BRED report, by the number of logs
# tables: variance_runs variances means
subtitle = 'T = '.number(last_horizon('variances')).', one model; bands: 95% intervals of the mean; '.runs('variances')
across = 85
eval panels(1, 3)
set xlabel 'logs'
set ylabel 'variance (10^{−4})'
set key top right
set xrange [2:*]
gap = replicates('variance_runs') > 1000 ? 2000 : 2*tick(replicates('variance_runs'))
set xtics gap
set yrange [0:*]
set offsets 0, 0, graph 0.35, 0
set style fill transparent solid 0.35 noborder
mean_of(e, v) = stringcolumn('evaluator') eq e && column('epsilon') == v
run(e, v) = mean_of(e, v) ? (n = n + 1, s = s + 1e4*column('bootstrap_variance'), q = q + 1e8*column('bootstrap_variance')**2, n) : NaN
band(z) = n > 1 ? student(0.975, n)*sqrt(abs(q/n - (s/n)**2)/(n - 1)) : NaN
n = 0; s = 0; q = 0
from_first(e, v) = column(0) == 0 ? (n = 0, s = 0, q = 0, run(e, v)) : run(e, v)
array panel[3] = ['(a) uniform', '(b) ε-optimal', '(c) optimal']
array values[3] = [1, 0.5, 0]
do for [i = 1:3] {
  v = values[i]
  set title panel[i]
  stats table('variances') using (column('epsilon') == v ? 1e4*column('unit') : NaN) nooutput
  interactions = STATS_mean
  stats table('means') using ((mean_of('K-expanded replay', v)) ? 1e4*column('squared_error') : NaN) nooutput
  expanded = STATS_mean
  plot table('variance_runs') using (from_first('BRED', v)):(s/n - band(0)):(s/n + band(0)) with filledcurves lc rgb blue title 'BRED', \
    '' using (from_first('S-BRED', v)):(s/n - band(0)):(s/n + band(0)) with filledcurves lc rgb red title 'S-BRED', \
    '' using (from_first('S-BRED', v)):(s/n) with lines lw 1.5 lc rgb red notitle, \
    interactions with lines lw 2 lc rgb black title 'T interactions', \
    expanded with lines lw 2 lc rgb orange title 'K-expanded replay'
}

# title: Error of S-BRED, and reward lost in ordering two learners, by the rule that chooses the jitter
# tables: small large
# Rules 1 and 3 to 11 of the tables, from top to bottom; the means over the learners (learner 0) and environments.
array rules[11] = ['rehearsal', '', 'rehearsal, worst twin', 'select\_bandwidth', 'best of the log', 'C = 0', 'C = 10', 'C = 20', 'C = 35', 'C = 50', 'C = 100']
of(rule, name) = column('learner') == 0 && column('rule') == rule ? column(name) : NaN
half_of_row(rule, name) = column('learner') == 0 && column('rule') == rule ? half(name) : NaN
row(rule) = rule == 1 ? 1 : rule - 1
set print $Small
do for [rule=1:11] {
  if (rule != 2) {
    stats table('small') using (of(rule, 'squared_error')) name 'M' nooutput
    stats table('small') using (half_of_row(rule, 'squared_error')**2) name 'H' nooutput
    stats table('small') using (of(rule, 'lost')) name 'L' nooutput
    stats table('small') using (half_of_row(rule, 'lost')**2) name 'G' nooutput
    print sprintf('%d,%g,%g,%g,%g', row(rule), M_mean, sqrt(H_sum)/H_records, L_mean, sqrt(G_sum)/G_records)
  }
}
set print $Large
do for [rule=1:11] {
  if (rule != 2) {
    stats table('large') using (of(rule, 'squared_error')) name 'M' nooutput
    stats table('large') using (half_of_row(rule, 'squared_error')**2) name 'H' nooutput
    stats table('large') using (of(rule, 'lost')) name 'L' nooutput
    stats table('large') using (half_of_row(rule, 'lost')**2) name 'G' nooutput
    print sprintf('%d,%g,%g,%g,%g', row(rule), M_mean, sqrt(H_sum)/H_records, L_mean, sqrt(G_sum)/G_records)
  }
}
set print
root(x) = sqrt(x > 0 ? x : 0)
stats $Small using (root($2 + $3)) name 'E' nooutput
stats $Large using (root($2 + $3)) name 'F' nooutput
stats $Small using ($4 + $5) name 'P' nooutput
stats $Large using ($4 + $5) name 'Q' nooutput
subtitle = "Mean over environments and learners, 95% intervals over the logs\n(a, b) root mean squared error, (c, d) reward lost by the order; T: records of the log"
left = 168; across = 36; right = 24
eval panels(1, 4)
set offsets graph 0.03, graph 0.05, 0, 0
set yrange [10.7:0.3]
set xrange [0:*]
unset key
do for [panel=1:4] {
  set ytics ()
  do for [rule=1:11] { if (rule != 2) { set ytics add ((panel == 1 ? rules[rule] : '') row(rule)) } }
  set xlabel panel < 3 ? 'RMSE' : 'reward lost'
  set title '('.word('a b c d', panel).') T = '.first(word('small large', 1 + (panel - 1) % 2), 'T')
  set xtics 2*tick(panel == 1 ? E_max : panel == 2 ? F_max : panel == 3 ? P_max : Q_max)
  if (panel == 1) { plot $Small using (root($2)):1:(root($2 - $3)):(root($2 + $3)) with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue }
  if (panel == 2) { plot $Large using (root($2)):1:(root($2 - $3)):(root($2 + $3)) with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue }
  if (panel == 3) { plot $Small using 4:1:5 with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue }
  if (panel == 4) { plot $Large using 4:1:5 with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue }
}

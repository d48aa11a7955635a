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
subtitle = "Mean over environments and learners, 95% intervals over the logs"
left = 170; across = 40
eval panels(2, 2)
set offsets graph 0.03, graph 0.05, 0, 0
set yrange [10.7:0.3]
set xrange [0:*]
unset key
do for [size=1:2] {
  set ytics ()
  do for [rule=1:11] { if (rule != 2) { set ytics add ((size == 1 ? rules[rule] : '') row(rule)) } }
  set xlabel 'root mean squared error'
  set title size == 1 ? '(a) '.values('small', 'T').' records' : '(b) '.values('large', 'T').' records'
  set xtics tick(size == 1 ? E_max : F_max)
  if (size == 1) {
    plot $Small using (root($2)):1:(root($2 - $3)):(root($2 + $3)) with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue
  } else {
    plot $Large using (root($2)):1:(root($2 - $3)):(root($2 + $3)) with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue
  }
}
do for [size=1:2] {
  set ytics ()
  do for [rule=1:11] { if (rule != 2) { set ytics add ((size == 1 ? rules[rule] : '') row(rule)) } }
  set xlabel 'reward lost by the order'
  set title size == 1 ? '(c) '.values('small', 'T').' records' : '(d) '.values('large', 'T').' records'
  set xtics tick(size == 1 ? P_max : Q_max)
  if (size == 1) {
    plot $Small using 4:1:5 with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue
  } else {
    plot $Large using 4:1:5 with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue
  }
}

# title: Mean squared error of the chosen estimator over that of the best one, by rule
# tables: learned given
# Steps 1 to 9 of the tables; OPERA, which combines, has its own squared errors and an open circle.
array rules[9] = ['always SNIPS', 'always DR', 'SLOPE++', 'cross-validation, IPS', 'cross-validation, DR', 'PAS-IF', 'OPERA', 'rehearsal', 'rehearsal, worst twin']
combines(rule) = rule == 7
half_of_row(rule) = column('step') == rule ? (combines(rule) ? half('excess') : half('regret')) : NaN
mean_of_row(rule) = column('step') == rule ? 1 + (combines(rule) ? column('excess') : column('regret')) : NaN
# A line for each rule: its number, the mean over tasks, half of its interval; for either kind of policy.
set print $Learned
do for [rule=1:9] {
  stats table('learned') using (mean_of_row(rule)) name 'M' nooutput
  stats table('learned') using (half_of_row(rule)**2) name 'H' nooutput
  print sprintf('%d,%g,%g', rule, M_mean, sqrt(H_sum)/H_records)
}
set print $Given
do for [rule=1:9] {
  stats table('given') using (mean_of_row(rule)) name 'M' nooutput
  stats table('given') using (half_of_row(rule)**2) name 'H' nooutput
  print sprintf('%d,%g,%g', rule, M_mean, sqrt(H_sum)/H_records)
}
set print
subtitle = "Mean over tasks, 95% intervals over the logs\nopen circle: the mean of the rule's own squared errors"
left = 190; across = 40
eval panels(1, 2)
set offsets graph 0.03, graph 0.05, 0, 0
set xlabel 'mean squared error / least one'
set yrange [9.7:0.3]
unset key
set ytics ()
do for [rule=1:9] { set ytics add (rules[rule] rule) }
set title '(a) learned policies'
plot $Learned using (combines($1) ? NaN : $2):1:3 with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue, \
  $Learned using (combines($1) ? $2 : NaN):1:3 with xerrorbars lw 2 pt 6 ps 0.8 lc rgb blue
set title '(b) a uniform policy'
do for [rule=1:9] { set ytics add ('' rule) }
plot $Given using (combines($1) ? NaN : $2):1:3 with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue, \
  $Given using (combines($1) ? $2 : NaN):1:3 with xerrorbars lw 2 pt 6 ps 0.8 lc rgb blue

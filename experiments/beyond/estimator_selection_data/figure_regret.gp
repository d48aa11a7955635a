# title: Mean squared error of the chosen estimator over that of the best one, by rule
# tables: sets emails
# Steps 1 to 9 of the tables, but OPERA, which chooses none. Means and intervals are of the log ratio.
array rules[9] = ['always SNIPS', 'always DR', 'SLOPE++', 'cross-validation, IPS', 'cross-validation, DR', 'PAS-IF', '', 'rehearsal', 'rehearsal, worst twin']
of(rule) = column('step') == rule && stringcolumn('evaluator') ne 'mild' ? column('log_ratio') : NaN
half_of_row(rule) = column('step') == rule && stringcolumn('evaluator') ne 'mild' ? half('log_ratio') : NaN
row(rule) = rule > 7 ? rule - 1 : rule
set print $Sets
do for [rule=1:9] {
  if (rule != 7) {
    stats table('sets') using (of(rule)) name 'M' nooutput
    stats table('sets') using (half_of_row(rule)**2) name 'H' nooutput
    print sprintf('%d,%g,%g', row(rule), M_mean, sqrt(H_sum)/H_records)
  }
}
set print $Emails
do for [rule=1:9] {
  if (rule != 7) {
    stats table('emails') using (of(rule)) name 'M' nooutput
    stats table('emails') using (half_of_row(rule)**2) name 'H' nooutput
    print sprintf('%d,%g,%g', row(rule), M_mean, sqrt(H_sum)/H_records)
  }
}
set print
subtitle = 'Geometric mean over tasks and logs, 95% intervals over the logs'
left = 190; across = 40
eval panels(1, 2)
set offsets graph 0.03, graph 0.05, 0, 0
set xlabel 'mean squared error / least one'
set yrange [8.7:0.3]
unset key
set ytics ()
do for [rule=1:9] { if (rule != 7) { set ytics add (rules[rule] row(rule)) } }
set title '(a) UCI sets'
plot $Sets using (exp($2)):1:(exp($2 - $3)):(exp($2 + $3)) with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue
set title '(b) strongly thinned e-mails'
do for [rule=1:9] { if (rule != 7) { set ytics add ('' row(rule)) } }
plot $Emails using (exp($2)):1:(exp($2 - $3)):(exp($2 + $3)) with xerrorbars lw 2 pt 7 ps 0.8 lc rgb blue

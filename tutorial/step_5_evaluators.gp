# title: Which evaluator? The estimates of one log beside the truth
# tables: compared truth
stats table('compared') using 'horizon' name 'LOG' nooutput
subtitle = 'Crosses: estimates from a log of '.number(LOG_max).' records; line: live play; '.intervals('compared')
across = 50
left = 190
eval panels(1, 2)
unset key
set xlabel 'mean reward per interaction'
set yrange [-0.6:3.6]
set xrange [0.3:0.65<*]
set xtics 0.1
names = "'replay' 'BRED' 'BRED with jitter' 'T-BRED'"
place(a) = stringcolumn('algorithm') eq a ? (sum [i=1:4] (word(names, i) eq stringcolumn('evaluator') ? 4 - i : 0)) : NaN
set ytics ('replay' 3, 'BRED' 2, 'BRED with jitter' 1, 'T-BRED' 0)
do for [a in 'UCB LinUCB'] {
  stats table('truth') using (stringcolumn('algorithm') eq a ? column('estimate') : NaN) name 'LIVE' nooutput
  set arrow 1 from LIVE_mean, graph 0 to LIVE_mean, graph 1 nohead lw 2.5 lc rgb sky
  set title (a eq 'UCB' ? '(a) UCB' : '(b) LinUCB')
  plot table('compared') using (column('estimate')):(place(a)):(half('estimate')) with xerrorbars pt 2 ps 1.4 lw 2 lc rgb (a eq 'UCB' ? green : red)
  set ytics ('' 3, '' 2, '' 1, '' 0)
}

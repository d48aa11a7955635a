# title: Double robustness: right and wrong propensities p, right and wrong reward model q
# tables: robust
small = first('robust', 'n')
large = last('robust', 'n')
subtitle = 'Error of estimates of a uniform policy; grey: logs of '.number(small).', blue: of '.number(large)." records\n". \
  'points: mean of '.runs('robust').'; bars: 1.96 standard deviations of one log to either side'
left = 96; across = 60; down = 78
set xrange [0.4:3.6]
set xtics ('IPS' 1, 'DM' 2, 'DR' 3)
stats table('robust') using (column('error') + 1.96*column('estimate_sd')) name 'high' nooutput
stats table('robust') using (column('error') - 1.96*column('estimate_sd')) name 'low' nooutput
set ytics 0.1
set yrange [low_min - 0.02:high_max + 0.02]
eval panels(2, 2)
unset key
place(p, q, e) = e eq 'IPS with '.p.' p' ? 1 : e eq 'DM with '.q.' q' ? 2 : e eq robust(p, q) ? 3 : NaN
robust(p, q) = p eq 'right' ? (q eq 'right' ? 'DR with both right' : 'DR with wrong q') : (q eq 'right' ? 'DR with wrong p' : 'DR with both wrong')
at(p, q, n) = column('n') == n ? place(p, q, stringcolumn('evaluator')) : NaN
do for [i=1:4] {
  p = i < 3 ? 'right' : 'wrong'
  q = i % 2 ? 'right' : 'wrong'
  set title '('.word('a b c d', i).') '.p.' p, '.q.' q'
  set ylabel i % 2 ? 'estimate minus truth' : ''
  plot 0 with lines lw 1 lc rgb dark notitle, \
    table('robust') using (at(p, q, small) - 0.12):(column('error')):(1.96*column('estimate_sd')) with yerrorbars lw 2 pt 5 ps 0.8 lc rgb grey notitle, \
    '' using (at(p, q, large) + 0.12):(column('error')):(1.96*column('estimate_sd')) with yerrorbars lw 2 pt 7 ps 0.9 lc rgb blue notitle
}

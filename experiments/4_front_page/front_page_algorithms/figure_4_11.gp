# title: Figure 4.11: replayed click rate in phase 1 of LinUCB with regularisation and of LogR-UCB
# tables: linucb logr_ucb
source = ''
stats table('linucb') using (source = stringcolumn('dataset'), 1) nooutput
subtitle = 'Data: '.source.', scale '.values('linucb', 'scale').'; ± half of the 95% intervals over '.number(replicates('linucb')).' logs (a) and '.number(replicates('logr_ucb')).' (b)'
eval panels(1, 2)
set palette defined (0 '#f7fbff', 1 '#9ecae1', 2 '#4292c6')
unset colorbox
set key off
set cbrange [0.03:0.08]
h = 0.48
set title '(a) LinUCB^R' offset 0, -0.3
set xlabel 'λ, regularisation'
set ylabel 'α, exploration'
# Profile standard has no 300.
lambdas = values('linucb', 'lambda')
l(v) = (sum [i=1:words(lambdas)] (word(lambdas, i) + 0 == v ? i : 0)) - 1
a(v) = v == 0.03 ? 0 : v == 0.1 ? 1 : v == 0.3 ? 2 : v == 1 ? 3 : 4
ticks = ''
do for [i=1:words(lambdas)] { ticks = ticks.sprintf("%s'%s' %d", i > 1 ? ', ' : '', word(lambdas, i), i - 1) }
eval 'set xtics ('.ticks.')'
set ytics ('0.03' 0, '0.1' 1, '0.3' 2, '1' 3, '3' 4)
set xrange [-0.6:words(lambdas) - 0.4]
set yrange [-0.6:4.6]
plot table('linucb') using (l(column('lambda'))):(a(column('alpha'))):(l(column('lambda'))-h):(l(column('lambda'))+h):(a(column('alpha'))-h):(a(column('alpha'))+h):(column('estimate')) with boxxyerror fs solid noborder lc palette, \
  '' using (l(column('lambda'))):(a(column('alpha'))):(sprintf("%.3f\n±%.3f", column('estimate'), half('estimate'))) with labels tc rgb black font ',11'
set title '(b) LogR-UCB' offset 0, -0.3
set xlabel 'l2, regularisation'
l(v) = v == 0.001 ? 0 : v == 0.01 ? 1 : v == 0.1 ? 2 : 3
a(v) = v == 0 ? 0 : v == 0.001 ? 1 : 2
set xtics ('0.001' 0, '0.01' 1, '0.1' 2, '1' 3)
set ytics ('0' 0, '0.001' 1, '0.01' 2)
set xrange [-0.6:3.6]
set yrange [-0.6:2.6]
plot table('logr_ucb') using (l(column('l2'))):(a(column('alpha'))):(l(column('l2'))-h):(l(column('l2'))+h):(a(column('alpha'))-h):(a(column('alpha'))+h):(column('estimate')) with boxxyerror fs solid noborder lc palette, \
  '' using (l(column('l2'))):(a(column('alpha'))):(sprintf("%.3f\n±%.3f", column('estimate'), half('estimate'))) with labels tc rgb black font ',11'

# title: Figure A.2: bias of S-BRED and T-BRED for UCB(1), by the size of the log
# tables: bias large copies
set logscale x
set format x '10^{%T}'
set xrange [80:130000]
subtitle = '99% intervals over '.runs('bias').' (T ≤ '.number(last('bias', 'T')).') or '.number(replicates('large')).', shuffled '.number(replicates('copies'))."\nat most, at least: by the ends of the intervals, for T-BRED’s bias is not resolved; dashed: ratios 2 and 10"
across = 60
eval panels(1, 3)
set xlabel 'T, records'
set key top right
b(m) = (stringcolumn('minuend') eq m && stringcolumn('subtrahend') eq 'online') ? column('T') : NaN
set title '(a) bias'
set ylabel 'estimate minus truth'
set yrange [*<-0.03:0.1<*]
set xzeroaxis lt 1 lc rgb dark
plot table('bias') using (b('S-BRED')):(column('estimate')):(half_99('estimate')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb red title 'S-BRED', \
  '' using (b('T-BRED')):(column('estimate')):(half_99('estimate')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb blue title 'T-BRED', \
  table('copies') using (1.06*b('T-BRED copies')):(column('estimate')):(half_99('estimate')) with yerrorbars lw 1.5 pt 6 ps 0.6 lc rgb sky title 'T-BRED, shuffled', \
  table('large') using (b('S-BRED')):(column('estimate')):(half_99('estimate')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb red notitle, \
  '' using (b('T-BRED')):(column('estimate')):(half_99('estimate')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb blue notitle
set title '(b) absolute bias'
set ylabel ''
set logscale y
set yrange [1e-4:*]
set format y '10^{%T}'
set key top right
set offsets 0, 0, graph 0.25, 0
# 0 has no place on the axis: a bar that would reach it ends below the panel.
least(m) = abs(column('estimate')) > half_99('estimate') ? abs(column('estimate')) - half_99('estimate') : 1e-9
most(m) = abs(column('estimate')) + half_99('estimate')
plot for [t in 'bias large'] table(t) using (b('S-BRED')):(abs(column('estimate'))):(least('')):(most('')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb red title (t eq 'bias' ? 'S-BRED' : ''), \
  for [t in 'bias large'] table(t) using (b('T-BRED')):(most('')) with points lw 2 pt 10 ps 0.9 lc rgb blue title (t eq 'bias' ? 'T-BRED, at most' : '')
set title '(c) ratio of (b), at least'
set yrange [0.1:*]
set format y '%g'
unset key
# The rows of S-BRED stand before those of T-BRED: `s` is the least of the same T.
s = NaN
at_least(m) = stringcolumn('subtrahend') ne 'online' ? NaN : stringcolumn('minuend') eq 'S-BRED' ? (s = least(''), NaN) \
  : stringcolumn('minuend') eq 'T-BRED' ? s/most('') : NaN
plot for [t in 'bias large'] table(t) using (column('T')):(at_least('')) with points lw 2 pt 8 ps 0.9 lc rgb green, \
  10 with lines dt 2 lc rgb dark, 2 with lines dt 2 lc rgb dark

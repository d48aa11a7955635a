# title: Figure A.2: bias of S-BRED and T-BRED for UCB(1), by the size of the log
# tables: bias large copies
set logscale x
set format x '10^{%T}'
set xrange [80:130000]
subtitle = '99% intervals over '.runs('bias').' (T ≤ '.number(last('bias', 'T')).') or '.number(replicates('large')).', shuffled '.number(replicates('copies')).'; (c) open above where T-BRED’s bias is not resolved'
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
set yrange [*:*]
set format y '10^{%T}'
set key bottom left
set offsets 0, 0, graph 0.05, graph 0.25
plot table('bias') using (b('S-BRED')):(abs(column('estimate'))) with points pt 7 ps 0.7 lc rgb red title 'S-BRED', \
  '' using (b('T-BRED')):(abs(column('estimate'))) with points pt 7 ps 0.7 lc rgb blue title 'T-BRED', \
  '' using (b('T-BRED')):(half_99('estimate')) with lines dt 3 lw 2 lc rgb blue title 'T-BRED, resolution', \
  table('large') using (b('S-BRED')):(abs(column('estimate'))) with points pt 7 ps 0.7 lc rgb red notitle, \
  '' using (b('T-BRED')):(abs(column('estimate'))) with points pt 7 ps 0.7 lc rgb blue notitle, \
  '' using (b('T-BRED')):(half_99('estimate')) with lines dt 3 lw 2 lc rgb blue notitle
set title '(c) |bias| of S-BRED / of T-BRED'
set yrange [0.3:300]
set format y '%g'
unset key
s = NaN
t = NaN
ratio(f) = (stringcolumn('subtrahend') eq 'online' && stringcolumn('minuend') eq 'S-BRED') ? (s = column('estimate'), NaN) : (stringcolumn('subtrahend') eq 'online' && stringcolumn('minuend') eq 'T-BRED') ? abs(s/column('estimate')) : NaN
low(f) = (stringcolumn('subtrahend') eq 'online' && stringcolumn('minuend') eq 'T-BRED') ? abs(s)/(abs(column('estimate'))+half_99('estimate')) : NaN
high(f) = (stringcolumn('subtrahend') eq 'online' && stringcolumn('minuend') eq 'T-BRED') ? (abs(column('estimate')) > half_99('estimate') ? abs(s)/(abs(column('estimate'))-half_99('estimate')) : 1000) : NaN
plot table('bias') using (column('T')):(ratio(0)):(low(0)):(high(0)) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb green, \
  table('large') using (column('T')):(ratio(0)):(low(0)):(high(0)) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb green, \
  10 with lines dt 2 lc rgb dark, 2 with lines dt 2 lc rgb dark

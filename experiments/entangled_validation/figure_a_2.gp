# title: Figure A.2: bias of S-BRED and T-BRED for UCB(1) over the size of the log, 99% intervals: signed, absolute, and their ratio (open above where T-BRED's is not resolved)
# tables: bias large
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set format x '10^{%T}'
set xrange [80:130000]
set multiplot layout 1,3
set xlabel 'T'
set key top right samplen 2
z = 2.576
b(m) = (stringcolumn('minuend') eq m && stringcolumn('subtrahend') eq 'online') ? column('T') : NaN
set title '(a) bias'
set yrange [-0.03:0.06]
set xzeroaxis lt 1 lc rgb '#555555'
plot table('bias') using (b('S-BRED')):(column('estimate')):(z*column('estimate_se')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#b2182b' title 'S-BRED', \
  '' using (b('T-BRED')):(column('estimate')):(z*column('estimate_se')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#2166ac' title 'T-BRED', \
  '' using (1.06*b('T-BRED copies')):(column('estimate')):(z*column('estimate_se')) with yerrorbars lw 1.5 pt 6 ps 0.6 lc rgb '#67a9cf' title 'T-BRED, shuffled copies', \
  table('large') using (b('S-BRED')):(column('estimate')):(z*column('estimate_se')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#b2182b' notitle, \
  '' using (b('T-BRED')):(column('estimate')):(z*column('estimate_se')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#2166ac' notitle
set title '(b) absolute bias'
set logscale y
set yrange [0.00003:0.1]
set format y '10^{%T}'
set key bottom left
plot table('bias') using (b('S-BRED')):(abs(column('estimate'))) with points pt 7 ps 0.7 lc rgb '#b2182b' title 'S-BRED', \
  '' using (b('T-BRED')):(abs(column('estimate'))) with points pt 7 ps 0.7 lc rgb '#2166ac' title 'T-BRED', \
  '' using (b('T-BRED')):(z*column('estimate_se')) with lines dt 3 lw 2 lc rgb '#2166ac' title 'T-BRED: resolution (99%)', \
  table('large') using (b('S-BRED')):(abs(column('estimate'))) with points pt 7 ps 0.7 lc rgb '#b2182b' notitle, \
  '' using (b('T-BRED')):(abs(column('estimate'))) with points pt 7 ps 0.7 lc rgb '#2166ac' notitle, \
  '' using (b('T-BRED')):(z*column('estimate_se')) with lines dt 3 lw 2 lc rgb '#2166ac' notitle
set title '(c) |bias of S-BRED| / |bias of T-BRED|'
set yrange [0.5:300]
set format y '%g'
unset key
s = NaN
t = NaN
ratio(f) = (stringcolumn('subtrahend') eq 'online' && stringcolumn('minuend') eq 'S-BRED') ? (s = column('estimate'), NaN) : (stringcolumn('subtrahend') eq 'online' && stringcolumn('minuend') eq 'T-BRED') ? abs(s/column('estimate')) : NaN
low(f) = (stringcolumn('subtrahend') eq 'online' && stringcolumn('minuend') eq 'T-BRED') ? abs(s)/(abs(column('estimate'))+z*column('estimate_se')) : NaN
high(f) = (stringcolumn('subtrahend') eq 'online' && stringcolumn('minuend') eq 'T-BRED') ? (abs(column('estimate')) > z*column('estimate_se') ? abs(s)/(abs(column('estimate'))-z*column('estimate_se')) : 1000) : NaN
plot table('bias') using (column('T')):(ratio(0)):(low(0)):(high(0)) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#1b7837', \
  table('large') using (column('T')):(ratio(0)):(low(0)):(high(0)) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#1b7837', \
  10 with lines dt 2 lc rgb '#555555', 2 with lines dt 2 lc rgb '#555555'
unset multiplot

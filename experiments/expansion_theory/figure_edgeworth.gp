# title: Errors of laws of a mean: exponential rewards, T = 10 (left); largest error by T (right), Bernoulli rewards of mean 0.3 in blue
# tables: edgeworth_curve edgeworth lattice
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key below maxcols 2 samplen 2
set xlabel 'x' offset 0,0.4
set ylabel 'approximation less exact P(sqrt(T)(mean-mu)/sigma <= x)'
set yrange [-0.05:0.05]
plot table('edgeworth_curve') using (column('x')):(column('normal_error')) with lines lw 2 lc rgb '#b2182b' title 'normal', \
  '' using (column('x')):(column('expansion_error')) with lines lw 2 lc rgb '#1b7837' title 'with p1 and p2'
set logscale xy
set key below maxcols 2 samplen 2
set xlabel 'T' offset 0,0.4
set ylabel 'largest error'
set xrange [10:2000]
set format y '10^{%T}'
set yrange [1e-6:0.2]
plot table('edgeworth') using (column('T')):(column('order_0')) with linespoints lw 2 pt 7 ps 0.6 lc rgb '#b2182b' title 'exponential: normal', \
  '' using (column('T')):(column('order_1')) with linespoints lw 2 pt 7 ps 0.6 lc rgb '#e08214' title 'with p1', \
  '' using (column('T')):(column('order_2')) with linespoints lw 2 pt 7 ps 0.6 lc rgb '#1b7837' title 'with p1 and p2', \
  table('lattice') using (column('T')):(column('g') == 0.3 ? column('bootstrap')/sqrt(column('T')) : NaN) with linespoints lw 2 pt 7 ps 0.6 lc rgb '#2166ac' title 'Bernoulli: Studentized bootstrap', \
  '' using (column('T')):(column('g') == 0.3 ? column('normal')/sqrt(column('T')) : NaN) with linespoints lw 1 dt 2 pt 6 ps 0.6 lc rgb '#2166ac' title 'Bernoulli: normal'
unset multiplot

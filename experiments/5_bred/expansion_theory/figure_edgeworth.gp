# title: Error of approximations of a mean’s distribution
# tables: edgeworth_curve edgeworth lattice
# without intervals: Exact
subtitle = 'Exact; (a) exponential rewards, T = '.number(first('edgeworth_curve', 'T')).'; (b) largest error by T, exponential rewards and Bernoulli rewards of mean 0.3'
bottom = 195
eval panels(1, 2)
set key at graph 0, graph -0.245 left top maxcols 1 Left reverse
set xlabel 'x'
set title '(a) error by x'
set ylabel 'approximation minus exact P(√T (mean − μ)/σ ≤ x)'
set yrange [-0.05:0.05]
plot table('edgeworth_curve') using (column('x')):(column('normal_error')) with lines lw 2 lc rgb red title 'normal approximation', \
  '' using (column('x')):(column('expansion_error')) with lines lw 2 lc rgb green title 'with the terms p_1 and p_2'
set logscale xy
set key at graph 0, graph -0.245 left top maxcols 1 Left reverse
set xlabel 'T, rewards'
set title '(b) largest error'
set ylabel 'largest error'
set xrange [*:*]
eval roomy
set format x '10^{%T}'
set format y '10^{%T}'
set yrange [*:0.2<*]
plot table('edgeworth') using (column('T')):(column('order_0')) with linespoints lw 2 pt 7 ps 0.6 lc rgb red title 'exponential, normal', \
  '' using (column('T')):(column('order_1')) with linespoints lw 2 pt 7 ps 0.6 lc rgb orange title 'exponential, with p_1', \
  '' using (column('T')):(column('order_2')) with linespoints lw 2 pt 7 ps 0.6 lc rgb green title 'exponential, with p_1 and p_2', \
  table('lattice') using (column('T')):(column('g') == 0.3 ? column('bootstrap')/sqrt(column('T')) : NaN) with linespoints lw 2 pt 7 ps 0.6 lc rgb blue title 'Bernoulli, studentised bootstrap', \
  '' using (column('T')):(column('g') == 0.3 ? column('normal')/sqrt(column('T')) : NaN) with linespoints lw 1 dt 2 pt 6 ps 0.6 lc rgb blue title 'Bernoulli, normal'

# title: Figures 5.6 and 5.7, predicted: squared error by the resamples B and the passes E
# tables: by_resamples by_passes
# without intervals: Exact
subtitle = 'Exact, in units of Var(r)/T; K = 10'
bottom = 195
eval panels(1, 2)
set logscale xy
set yrange [0.8:14]
set ytics (1, 2, 5, 10)
set format y '%g'
set key at graph 0, graph -0.245 left top maxcols 1 Left reverse spacing 1
set xlabel 'B, resamples'
set title '(a) BRED and S-BRED'
set ylabel 'squared error / (Var(r)/T)'
at(e, c) = (column('epsilon') == e ? column(c) : NaN)
plot table('by_resamples') using (column('B')):(at(0, 'bred')) with lines lw 2 lc rgb red title 'BRED, deterministic', \
  '' using (column('B')):(at(0.5, 'bred')) with lines lw 2 lc rgb orange title 'BRED, ε-optimal', \
  '' using (column('B')):(at(1, 'bred')) with lines lw 2 lc rgb blue title 'BRED, uniform', \
  '' using (column('B')):(at(0, 's_bred')) with lines lw 2 dt 2 lc rgb red title 'S-BRED (in the colours of BRED)', \
  '' using (column('B')):(at(0.5, 's_bred')) with lines lw 2 dt 2 lc rgb orange notitle, \
  '' using (column('B')):(at(1, 's_bred')) with lines lw 2 dt 2 lc rgb blue notitle, \
  '' using (column('B')):(at(0.5, 'expanded')) with lines lw 2 dt 3 lc rgb orange title 'K-expanded replay (in the colours of BRED)', \
  '' using (column('B')):(at(1, 'expanded')) with lines lw 2 dt 3 lc rgb blue notitle
set xlabel 'E, passes over the data set'
set title '(b) RED'
plot table('by_passes') using (column('E')):(at(0, 'red')) with lines lw 2 lc rgb red title 'RED(E), deterministic', \
  '' using (column('E')):(at(0.5, 'red')) with lines lw 2 lc rgb orange title 'RED(E), ε-optimal', \
  '' using (column('E')):(at(1, 'red')) with lines lw 2 lc rgb blue title 'RED(E), uniform'

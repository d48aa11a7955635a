# title: Figures 5.6 and 5.7, predicted: squared error in units of Var(r)/T, K = 10, by the resamples B (left) and the passes E (right)
# tables: by_resamples by_passes
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale xy
set yrange [0.8:14]
set ytics (1, 2, 3.5, 5, 10)
set format y '%g'
set key below maxcols 2 samplen 2
set xlabel 'B, resamples' offset 0,0.4
set ylabel 'squared error / (Var(r)/T)'
at(e, c) = (column('epsilon') == e ? column(c) : NaN)
plot table('by_resamples') using (column('B')):(at(0, 'bred')) with lines lw 2 lc rgb '#b2182b' title 'BRED, deterministic', \
  '' using (column('B')):(at(0.5, 'bred')) with lines lw 2 lc rgb '#e08214' title 'BRED, eps-optimal', \
  '' using (column('B')):(at(1, 'bred')) with lines lw 2 lc rgb '#2166ac' title 'BRED, uniform', \
  '' using (column('B')):(at(0, 's_bred')) with lines lw 1 dt 2 lc rgb '#b2182b' title 'S-BRED', \
  '' using (column('B')):(at(0.5, 's_bred')) with lines lw 1 dt 2 lc rgb '#e08214' notitle, \
  '' using (column('B')):(at(1, 's_bred')) with lines lw 1 dt 2 lc rgb '#2166ac' notitle, \
  '' using (column('B')):(at(0.5, 'expanded')) with lines lw 1 dt 3 lc rgb '#e08214' title 'K-expanded replay', \
  '' using (column('B')):(at(1, 'expanded')) with lines lw 1 dt 3 lc rgb '#2166ac' notitle
set xlabel 'E, passes over the data set' offset 0,0.4
unset ylabel
plot table('by_passes') using (column('E')):(at(0, 'red')) with lines lw 2 lc rgb '#b2182b' title 'RED(E), deterministic', \
  '' using (column('E')):(at(0.5, 'red')) with lines lw 2 lc rgb '#e08214' title 'RED(E), eps-optimal', \
  '' using (column('E')):(at(1, 'red')) with lines lw 2 lc rgb '#2166ac' title 'RED(E), uniform'
unset multiplot

# title: Figure 5.5: mean squared error of BRED's estimate of the variance of the mean of T = 1,000 rewards, by the number of resamples
# tables: variance_error
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale xy
set format y '%.0e'
set xlabel 'B, resamples'
set ylabel 'mean squared error of the variance'
set key top right samplen 2
set xrange [8:13000]
pick(v) = column('epsilon') == v ? column('step') : NaN
plot table('variance_error') using (pick(0)):(column('mse')) with linespoints lw 2 pt 7 ps 0.7 lc rgb '#b2182b' title 'optimal', \
  '' using (pick(0.5)):(column('mse')) with linespoints lw 2 pt 7 ps 0.7 lc rgb '#e08214' title '{/Symbol e}-optimal', \
  '' using (pick(1)):(column('mse')) with linespoints lw 2 pt 7 ps 0.7 lc rgb '#2166ac' title 'uniform'

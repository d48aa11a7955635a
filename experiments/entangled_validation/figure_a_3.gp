# title: Figure A.3: expected squared error over the number of resamples, UCB(1), T = 1,000, K = 10, tau = 0.1; 95% intervals
# tables: error
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale xy
set xlabel 'resamples B'
set ylabel 'expected squared error'
set xrange [0.8:1300]
set yrange [0.0004:0.05]
set key top right
pick(e) = stringcolumn('evaluator') eq e ? column('step') : NaN
plot table('error') using (pick('S-BRED')):(column('squared_error')):(1.96*column('squared_error_se')) with yerrorbars lw 2 pt 7 lc rgb '#b2182b' title 'S-BRED', \
  '' using (pick('T-BRED')):(column('squared_error')):(1.96*column('squared_error_se')) with yerrorbars lw 2 pt 7 lc rgb '#2166ac' title 'T-BRED', \
  '' using (pick('T-BRED')):(column('own_error')**2) with lines lw 2 dt 2 lc rgb '#67a9cf' title 'what T-BRED itself says: (mean standard error)^2', \
  '' using (pick('S-BRED')):(column('error_sd')**2) with lines lw 2 dt 3 lc rgb '#ef8a62' title 'variance of S-BRED', \
  '' using (pick('T-BRED')):(column('error_sd')**2) with lines lw 2 dt 3 lc rgb '#2166ac' title 'variance of T-BRED'

# title: Figure 5.16: UCB on logs of 1,000 records: expected squared error of BRED and S-BRED, and the mean variance of what they return, over the resamples B (95% intervals)
# tables: information fresh
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xrange [0.9:110]
set format y '%g'
set xlabel 'B, resamples'
set key top right samplen 2
pick(e) = (stringcolumn('evaluator') eq e && column('step') <= 100) ? column('step') : NaN
level(e, x) = stringcolumn('evaluator') eq e ? x : NaN
set title '(a) expected squared error'
set yrange [0:0.002]
plot table('information') using (pick('S-BRED')):(column('squared_error')):(1.96*column('squared_error_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'S-BRED', \
  '' using (pick('BRED')):(column('squared_error')):(1.96*column('squared_error_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'BRED', \
  '' using (column('step') <= 100 ? column('step') : NaN):(column('live_variance')) with lines lw 2 dt 2 lc rgb '#222222' title 'variance of T interactions'
set title '(b) variance of the resamples'
set yrange [0:0.0008]
plot table('information') using (pick('S-BRED')):(column('bootstrap_variance')):(1.96*column('bootstrap_variance_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'S-BRED', \
  '' using (pick('BRED')):(column('bootstrap_variance')):(1.96*column('bootstrap_variance_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'BRED', \
  '' using (column('step') <= 100 ? column('step') : NaN):(column('live_variance')) with lines lw 2 dt 2 lc rgb '#222222' title 'variance of T interactions', \
  table('fresh') using (0.95):(column('estimate_sd')**2):(110):(0) with vectors nohead lw 1.5 dt 3 lc rgb '#1b7837' title 'variance of replay on K T fresh records'
unset multiplot

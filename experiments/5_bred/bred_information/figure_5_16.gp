# title: Figure 5.16: squared error of BRED and S-BRED, and the variance that they report
# tables: information fresh
subtitle = 'UCB on logs of '.number(last_horizon('information')).' records, one model; '.intervals('information')
eval panels(1, 2)
set logscale x
set xrange [0.9:110]
set format y '%.1f'
set xlabel 'B, resamples'
set key top right
pick(e) = (stringcolumn('evaluator') eq e && column('step') <= 100) ? column('step') : NaN
level(e, x) = stringcolumn('evaluator') eq e ? x : NaN
set title '(a) squared error'
set ylabel 'squared error (10^{−3})'
set yrange [0:*]
eval headroom
plot table('information') using (pick('S-BRED')):(1000*column('squared_error')):(1000*half_of('squared_error', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'S-BRED', \
  '' using (pick('BRED')):(1000*column('squared_error')):(1000*half_of('squared_error', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'BRED', \
  '' using (column('step') <= 100 ? column('step') : NaN):(1000*column('live_variance')) with lines lw 2 dt 2 lc rgb dark title 'direct play, T interactions'
set title '(b) variance of the resamples'
set ylabel 'variance (10^{−3})'
set offsets graph 0.04, graph 0.04, graph 0.42, graph 0.05
plot table('information') using (pick('S-BRED')):(1000*column('bootstrap_variance')):(1000*half_of('bootstrap_variance', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'S-BRED', \
  '' using (pick('BRED')):(1000*column('bootstrap_variance')):(1000*half_of('bootstrap_variance', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'BRED', \
  '' using (column('step') <= 100 ? column('step') : NaN):(1000*column('live_variance')) with lines lw 2 dt 2 lc rgb dark title 'direct play, T interactions', \
  table('fresh') using (0.95):(1000*column('estimate_sd')**2):(110):(0) with vectors nohead lw 1.5 dt 3 lc rgb green title 'replay of KT fresh records'

# title: Figure A.3: squared error of S-BRED and T-BRED by the number of resamples
# tables: error
set logscale xy
set xlabel 'resamples B'
set ylabel 'expected squared error'
set xrange [*:*]
set yrange [*:*]
eval headroom
set format x '10^{%T}'
set format y '10^{%T}'
set key top right
pick(e) = stringcolumn('evaluator') eq e ? column('step') : NaN
subtitle = 'UCB(1), T = '.number(last_horizon('error')).', K = 10, τ = 0.1; '.intervals('error')
eval panels(1, 1)
plot table('error') using (pick('S-BRED')):(column('squared_error')):(half('squared_error')) with yerrorbars lw 2 pt 7 ps 0.7 lc rgb red title 'S-BRED', \
  '' using (pick('T-BRED')):(column('squared_error')):(half('squared_error')) with yerrorbars lw 2 pt 5 ps 0.7 lc rgb blue title 'T-BRED', \
  '' using (pick('T-BRED')):(column('own_error')**2) with lines lw 2 dt 2 lc rgb sky title 'T-BRED’s own mean standard error, squared', \
  '' using (pick('S-BRED')):(column('error_sd')**2) with lines lw 2 dt 3 lc rgb red title 'variance of S-BRED', \
  '' using (pick('T-BRED')):(column('error_sd')**2) with lines lw 2 dt 3 lc rgb blue title 'variance of T-BRED'

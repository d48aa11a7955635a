# title: Replay and replay* really run (K = 10, g = 0.1, deterministic policy; bars: 95% intervals), against theorems 3, 4, 7 and 8
# tables: bernoulli
set multiplot layout 1,2
set logscale x
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'T, logged records'
set xrange [3:500]
set key bottom right samplen 2
pick(e) = (column('K') == 10 && column('g') == 0.1 && stringcolumn('evaluator') eq e) ? column('T') : NaN
set ylabel 'bias'
set yrange [-0.08:0.02]
K = 10; g = 0.1
plot -g*((K-1.0)/K)**x with lines lc rgb '#2166ac' title 'theorem 3', 0 with lines lc rgb '#1b7837' title 'theorem 4', \
  table('bernoulli') using (pick('replay')):(column('error')):(1.96*column('error_se')) with yerrorbars pt 7 ps 0.8 lc rgb '#2166ac' title 'replay', \
  '' using (pick('replay_star')):(column('error')):(1.96*column('error_se')) with yerrorbars pt 7 ps 0.8 lc rgb '#1b7837' title 'replay*'
set ylabel 'expected squared error'
set logscale y
set yrange [1e-3:0.5]
set key bottom left
plot table('bernoulli') using (pick('replay')):(column('theory_ese')) with points pt 6 ps 1.8 lc rgb '#2166ac' title 'theorem 8 as proved', \
  '' using (pick('replay')):(column('theory_ese_printed')) with points pt 4 ps 1.8 lc rgb '#b2182b' title 'theorem 8 as printed', \
  '' using (pick('replay_star')):(column('theory_ese')) with points pt 6 ps 1.8 lc rgb '#1b7837' title 'theorem 7', \
  '' using (pick('replay')):(column('squared_error')):(1.96*column('squared_error_se')) with yerrorbars pt 7 ps 0.6 lc rgb '#2166ac' title 'replay', \
  '' using (pick('replay_star')):(column('squared_error')):(1.96*column('squared_error_se')) with yerrorbars pt 7 ps 0.6 lc rgb '#1b7837' title 'replay*'
unset multiplot

# title: T-BRED_inf: bias over the additional expansion E; 99% intervals
# tables: inf_ucb inf_lin_ucb
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set multiplot layout 1,2
set logscale x 2
set xlabel 'E'
set ylabel 'estimate less truth'
set xrange [0.8:10]
set xzeroaxis lt 1 lw 1.5 lc rgb '#555555'
set key top left
pick(e) = stringcolumn('evaluator') eq e ? column('E') : NaN
set title 'UCB(1), T = 1,000'
plot table('inf_ucb') using (pick('printed')*0.97):(column('error')):(2.576*column('error_se')) with yerrorbars lw 2 pt 7 lc rgb '#2166ac' title 'as printed', \
  '' using (pick('tests counted')*1.03):(column('error')):(2.576*column('error_se')) with yerrorbars lw 2 pt 6 lc rgb '#b2182b' title 'tests counted'
set yrange [-0.1:0.02]
set title 'LinUCB(1, 1), T = 10,000, tests counted'
plot table('inf_lin_ucb') using (pick('T-BRED_inf')*0.97):(column('error')):(2.576*column('error_se')) with yerrorbars lw 2 pt 7 lc rgb '#2166ac' title 'all lessons', \
  '' using (pick('T-BRED_inf^TL')*1.03):(column('error')):(2.576*column('error_se')) with yerrorbars lw 2 pt 6 lc rgb '#1b7837' title 'tweaked learning'
unset multiplot

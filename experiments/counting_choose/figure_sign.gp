# title: The flaw against the exploration parameter: left, mean reward live and under replay; right, correct less flawed UCB-V on the same logs (above 0: replay underestimates; 95% intervals)
# tables: alphas flaw_alphas
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xlabel 'alpha'
set ylabel 'mean reward of 500 steps'
set key bottom left
pick(a, e, l) = (stringcolumn('algorithm') eq a && stringcolumn('evaluator') eq e && column('linear') == l) ? column('alpha') : NaN
set title 'with the linear term'
plot table('alphas') using (pick('flawed', 'live', 3)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'live', \
  '' using (pick('flawed', 'replay', 3)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 6 ps 0.7 lc rgb '#2166ac' title 'replay, flawed'
of(l) = column('linear') == l ? column('alpha') : NaN
set title 'the bias'
set ylabel 'correct - flawed, under replay'
set xzeroaxis lt 1 lw 1 lc rgb '#888888'
set key top left
plot table('flaw_alphas') using (of(3)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'linear term 3', \
  '' using (of(0)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 6 ps 0.7 lc rgb '#ef8a62' title 'without'
unset multiplot

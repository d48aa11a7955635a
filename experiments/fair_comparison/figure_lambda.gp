# title: F = 50: does a lambda make LinUCB beat LAP? Mean reward over 5,000 interactions (95% intervals; lines: the best of eight values; the models are the same for all, so the differences are surer than the bars)
# tables: lambda lambda_best
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xrange [0.7:430]
set xlabel '{/Symbol l}'
set ylabel 'mean reward'
set key bottom left reverse Left samplen 2
pick(a, q) = (stringcolumn('algorithm') eq a && column('q_max') == q) ? column('candidate') : NaN
level(a, q) = (stringcolumn('algorithm') eq a && column('q_max') == q) ? column('estimate') : NaN
do for [q in '5 10'] {
  set title sprintf('q_{max} = %s', q)
  if (q eq '5') { set yrange [0.44:0.51] } else { set yrange [0.49:0.56] }
  plot table('lambda_best') using (0.7):(level('LAP', q + 0)):(430):(0) with vectors nohead lw 2 lc rgb '#2166ac' title 'LAP, {/Symbol b} tuned', \
    '' using (0.7):(level('alpha tuned', q + 0)):(430):(0) with vectors nohead lw 2 dt 2 lc rgb '#b2182b' title 'LinUCB, {/Symbol l} = 1, {/Symbol a} tuned', \
    table('lambda') using (pick('lambda tuned at alpha 0.1', q + 0)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#ef8a62' title 'LinUCB, {/Symbol a} = 0.1', \
    '' using (pick('lambda tuned at alpha 0.3', q + 0)*1.04):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'LinUCB, {/Symbol a} = 0.3'
}
unset multiplot

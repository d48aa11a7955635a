# title: Figure B.1, qualitatively: click rate of the trained policy by the records trained on
# tables: schemes
stats table('schemes') using (column('truth') - half('truth')) name 'LOW' nooutput
stats table('schemes') using (column('truth') + half('truth')) name 'HIGH' nooutput
low = (LOW_min < 0.051 ? LOW_min : 0.051) - 0.005
high = HIGH_max + 0.005
subtitle = 'Generated click logs; exact click rates of the policies; '.intervals('schemes').' (logs)'
right = 235; across = 60
eval panels(1, 2)
set logscale x
set xrange [*:*]
eval roomy
set grid noxtics
set xlabel 'records trained on'
set yrange [low:high]
set format x '10^{%T}'
array names[8] = ['LogR (i)', 'LogR (ii)', 'LogR (iii)', 'RF (i)', 'RF (iii)', 'NB (i)', 'NB (iii)', 'Gaussian SVM (iii)']
array colours[8] = [red, green, blue, red, blue, red, blue, purple]
array dashes[8] = [1, 1, 1, 2, 2, 4, 4, 1]
pick(a, d) = (stringcolumn('algorithm') eq names[a] && stringcolumn('dataset') eq d) ? column('n')*(1 + 0.02*(a - 4)) : NaN
best(d) = (stringcolumn('algorithm') eq 'best action' && stringcolumn('dataset') eq d) ? column('n') : NaN
do for [d in '"linear" "three clouds"'] {
  set title d eq 'three clouds' ? 'three clusters per class' : d
  if (d eq 'linear') { set ylabel 'click rate'; unset key } else { unset ylabel; set key outside right top reverse Left }
  plot for [a=1:8] table('schemes') using (pick(a, d)):(column('truth')):(half('truth')) with yerrorlines lw 1.5 pt 7 ps 0.4 dt dashes[a] lc rgb colours[a] title names[a], \
    table('schemes') using (best(d)):(column('truth')) with lines lw 1 lc rgb grey title 'best single action', \
    0.051 with lines lw 1 dt 3 lc rgb black title 'uniform'
}

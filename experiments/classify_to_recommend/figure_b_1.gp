# title: Figure B.1 qualitatively: click rate of the trained policy itself (bars: 95% intervals over logs) against the records trained on
# tables: schemes
set multiplot layout 1,2 margins 0.08,0.98,0.13,0.93 spacing 0.07,0
set logscale x
set xrange [700:45000]
set grid ytics lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'records trained on (one in twenty is a click)'
array names[8] = ['LogR (i)', 'LogR (ii)', 'LogR (iii)', 'RF (i)', 'RF (iii)', 'NB (i)', 'NB (iii)', 'Gaussian SVM (iii)']
array colours[8] = ['#b2182b', '#1b7837', '#2166ac', '#b2182b', '#2166ac', '#b2182b', '#2166ac', '#762a83']
array dashes[8] = [1, 1, 1, 2, 2, 4, 4, 1]
pick(a, d) = (stringcolumn('algorithm') eq names[a] && stringcolumn('dataset') eq d) ? column('n')*(1 + 0.02*(a - 4)) : NaN
best(d) = (stringcolumn('algorithm') eq 'best action' && stringcolumn('dataset') eq d) ? column('n') : NaN
do for [d in '"linear" "three clouds"'] {
  set title d offset 0,-0.7
  if (d eq 'linear') { set ylabel 'click rate'; set key top left reverse Left samplen 2 } else { unset ylabel; unset key }
  plot for [a=1:8] table('schemes') using (pick(a, d)):(column('truth')):(1.96*column('truth_se')) with yerrorlines lw 1.5 pt 7 ps 0.4 dt dashes[a] lc rgb colours[a] title names[a], \
    table('schemes') using (best(d)):(column('truth')) with lines lw 1 lc rgb '#777777' title 'best single action', \
    0.051 with lines lw 1 dt 3 lc rgb 'black' title 'uniform'
}
unset multiplot

# title: Figure B.1, qualitatively: click rate of the trained policy by the records trained on
# tables: schemes
stats table('schemes') using (column('truth') - half('truth')) name 'LOW' nooutput
stats table('schemes') using (column('truth') + half('truth')) name 'HIGH' nooutput
low = (LOW_min < 0.051 ? LOW_min : 0.051) - 0.005
high = HIGH_max + 0.005
subtitle = "Generated click logs; exact click rates of the policies; ".intervals('schemes')." (logs)\n(i) a classifier on the records with a click, (ii) the same, one versus all, (iii) a regressor per action"
across = 60; down = 90
eval panels(2, 3)
set logscale x
set xrange [*:*]
set offsets graph 0.08, graph 0.08, 0, 0
set grid noxtics
set yrange [low:high]
set ytics tick(high - low)
set format x '10^{%T}'
array names[8] = ['LogR (i)', 'LogR (ii)', 'LogR (iii)', 'Gaussian SVM (iii)', 'RF (i)', 'RF (iii)', 'NB (i)', 'NB (iii)']
array from[3] = [1, 5, 7]
array to[3] = [4, 6, 8]
array models[3] = ['LogR and Gaussian SVM', 'random forest', 'naive Bayes']
scheme(a) = strstrt(names[a], '(iii)') > 0 ? (strstrt(names[a], 'SVM') > 0 ? 4 : 3) : strstrt(names[a], '(ii)') > 0 ? 2 : 1
array colours[4] = [red, green, blue, purple]
array marks[4] = [7, 9, 5, 13]
pick(a, d) = (stringcolumn('algorithm') eq names[a] && stringcolumn('dataset') eq d) ? column('n')*(1 + 0.06*(scheme(a) - 2)) : NaN
best(d) = (stringcolumn('algorithm') eq 'best action' && stringcolumn('dataset') eq d) ? column('n') : NaN
do for [d in '"linear" "three clouds"'] {
  set xlabel d eq 'linear' ? '' : 'records trained on'
  do for [model=1:3] {
    set title (d eq 'linear' ? 'linear: ' : 'three clusters: ').models[model]
    set ylabel model == 1 ? 'click rate' : ''
    if (d ne 'linear') { set key top left Left reverse samplen 1.5 } else { unset key }
    plot for [a=from[model]:to[model]] table('schemes') using (pick(a, d)):(column('truth')):(half('truth')) with yerrorlines lw 1.5 pt marks[scheme(a)] ps 0.6 lc rgb colours[scheme(a)] title (scheme(a) == 4 ? 'SVM (iii)' : names[a]), \
      table('schemes') using (best(d)):(column('truth')) with lines lw 1.5 lc rgb grey title (model == 3 ? 'best single action' : ''), \
      0.051 with lines lw 1.5 dt 3 lc rgb black title (model == 3 ? 'uniform' : '')
  }
}

# title: More visits for the same articles: replayed click rate in phase 1 by the share of the visits
# tables: scales
source = ''
stats table('scales') using (source = stringcolumn('dataset'), 1) nooutput
set logscale x
set xlabel 'scale, share of the visits'
set ylabel 'click rate, phase 1'
eval footroom
set key bottom right
of(a) = stringcolumn('algorithm') eq a ? column('scale') : NaN
subtitle = 'The best of a few parameters; data: '.source.'; '.intervals('scales').' (logs)'
eval panels(1, 1)
plot table('scales') using (of('UCB')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb green title 'UCB', \
  '' using (of('Optimistic Greedy')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 13 ps 0.8 lc rgb orange title 'Optimistic Greedy', \
  '' using (of('LinUCB')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 11 ps 0.6 lc rgb red title 'LinUCB'

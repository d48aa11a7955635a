# title: Li et al. 2011, figures 2 and 3: click rates offline and online
# tables: articles days
# without intervals: one point per article
source = ''
set table $ignored
plot table('articles') using (source = stringcolumn('dataset'), column(0)):(column(0))
unset table
# The mean over replicates of each article at the largest T.
stats table('articles') using (column('T')) nooutput
largest = STATS_max
stats table('articles') using (column('a')) nooutput
articles = int(STATS_max) + 1
array offline[articles]
array online[articles]
array runs[articles]
do for [i=1:articles] { offline[i] = 0; online[i] = 0; runs[i] = 0 }
set table $ignored
plot table('articles') using ((column('T') == largest && stringcolumn('evaluator') eq 'offline' ? (offline[int(column('a')) + 1] = offline[int(column('a')) + 1] + column('estimate'), runs[int(column('a')) + 1] = runs[int(column('a')) + 1] + 1, 0) : (column('T') == largest ? (online[int(column('a')) + 1] = online[int(column('a')) + 1] + column('estimate'), 0) : 0)), column(0)):(column(0))
unset table
top_rate = 0.01
do for [i=1:articles] { if (runs[i] > 0) { if (1.1*offline[i]/runs[i] > top_rate) { top_rate = 1.1*offline[i]/runs[i] }; if (1.1*online[i]/runs[i] > top_rate) { top_rate = 1.1*online[i]/runs[i] } } }
stats table('days') using (column('online')) name 'ON' nooutput
stats table('days') using (column('estimate')) name 'OFF' nooutput
low_day = 0.9*(ON_min < OFF_min ? ON_min : OFF_min)
top_day = 1.1*(ON_max > OFF_max ? ON_max : OFF_max)
subtitle = '(a) one point per article, '.number(largest).' visits; (b) one point per model and day; data: '.source
eval panels(1, 2)
set key top left samplen 1
set xlabel 'online click rate'
set ylabel 'offline click rate'
set title '(a) articles'
set xrange [0:top_rate]
set yrange [0:top_rate]
plot sample [i=1:articles:1] '+' using (online[int(i)]/runs[int(i)]):(offline[int(i)]/runs[int(i)]) with points pt 7 ps 0.8 lc rgb blue notitle, \
  [0:top_rate] x with lines lc rgb black notitle
set title '(b) models'
set xrange [low_day:top_day]
set yrange [low_day:top_day]
pick(a) = stringcolumn('algorithm') eq a ? column('online') : NaN
plot x with lines lc rgb black notitle, \
  table('days') using (pick('EMP')):(column('estimate')) with points pt 7 ps 0.7 lc rgb red title 'EMP', \
  '' using (pick('SEMP')):(column('estimate')) with points pt 5 ps 0.7 lc rgb green title 'SEMP', \
  '' using (pick('CEMP')):(column('estimate')) with points pt 9 ps 0.8 lc rgb blue title 'CEMP'

# title: Figures 2 and 3: click rates offline (replay on the random bucket) against online, of single articles and of three models day by day
# tables: articles days
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
set multiplot layout 1,2 title source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top left samplen 1
set size square
set xlabel 'online'
set ylabel 'offline'
set title 'articles'
set xrange [0:*]
set yrange [0:*]
plot sample [i=1:articles:1] '+' using (online[int(i)]/runs[int(i)]):(offline[int(i)]/runs[int(i)]) with points pt 7 ps 0.8 lc rgb '#2166ac' title sprintf('%d visits', int(largest)), \
  [0:0.12] x with lines lc rgb '#000000' notitle
set title 'models, a point a day'
set xrange [0.03:0.12]
set yrange [0.03:0.12]
pick(a) = stringcolumn('algorithm') eq a ? column('online') : NaN
plot x with lines lc rgb '#000000' notitle, \
  table('days') using (pick('EMP')):(column('estimate')) with points pt 7 ps 0.7 lc rgb '#b2182b' title 'EMP', \
  '' using (pick('SEMP')):(column('estimate')) with points pt 5 ps 0.7 lc rgb '#1b7837' title 'SEMP', \
  '' using (pick('CEMP')):(column('estimate')) with points pt 9 ps 0.8 lc rgb '#2166ac' title 'CEMP'
unset multiplot

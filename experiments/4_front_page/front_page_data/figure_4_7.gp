# title: Figure 4.7: lifetimes of the articles that came and went within the log
# tables: news
# without intervals: one log
source = ''
stats table('news') using (source = stringcolumn('dataset'), 1) nooutput
set grid noxtics
set xlabel 'lifetime (days)'
set ylabel 'articles'
set xrange [0:*]
set yrange [0:*]
set offsets 0, graph 0.03, graph 0.03, 0
width = 0.1
bin(x) = width * (floor(x / width) + 0.5)
set boxwidth 0.9 * width absolute
set style fill solid 0.8 noborder
subtitle = 'Counts of one log, of which a day is two million visits; data: '.source.', scale '.values('news', 'scale')
eval panels(1, 1)
plot table('news') using (column('whole') == 1 ? bin(column('days')) : NaN):(1) smooth frequency with boxes lc rgb blue notitle

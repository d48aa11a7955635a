# title: Figure 4.7: lifetimes of the news that came and went within the log
# tables: news
source = ''
stats table('news') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set grid ytics lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'lifetime in days of two million visits of the whole log'
set ylabel 'news'
set xrange [0:2.4]
set yrange [0:*]
width = 0.1
bin(x) = width * (floor(x / width) + 0.5)
set boxwidth 0.9 * width
set style fill solid 0.8 noborder
plot table('news') using (column('whole') == 1 ? bin(column('days')) : NaN):(1) smooth frequency with boxes lc rgb '#2166ac' notitle

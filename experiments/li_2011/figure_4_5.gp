# title: Figures 4 and 5: error of offline click rates over the visits read, of articles and of a serving policy; root mean square over logs
# tables: article_errors serving
source = ''
set table $ignored
plot table('article_errors') using (source = stringcolumn('dataset'), column(0)):(column(0))
unset table
set multiplot layout 1,2 title source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale xy
set format x '10^{%L}'
set xlabel 'T, visits read'
set ylabel 'root mean square of offline less online'
set key bottom left samplen 2
set xrange [1500:400000]
set yrange [0.0003:0.1]
set title 'articles'
plot for [i=0:9] table('article_errors') using (column('a') == i ? column('T') : NaN):(column('root_mean_square')) smooth unique with linespoints lw 1 pt 7 ps 0.4 lc rgb '#2166ac' notitle, \
  1.0/sqrt(x) with lines lw 2 lc rgb '#b2182b' title '1/{/Symbol \326}T'
set title 'serving policy'
pick(m) = stringcolumn('minuend') eq m && stringcolumn('subtrahend') eq 'online' ? column('T') : NaN
plot table('serving') using (pick('offline')):(column('root_mean_square')) smooth unique with linespoints lw 2 pt 7 ps 0.6 lc rgb '#2166ac' title 'replay', \
  '' using (pick('weighted')):(column('root_mean_square')) smooth unique with linespoints lw 2 dt 2 pt 6 ps 0.8 lc rgb '#1b7837' title 'weighted by the pool''s size', \
  1.0/sqrt(x) with lines lw 2 lc rgb '#b2182b' title '1/{/Symbol \326}T'
unset multiplot

# title: Li et al. 2011, figures 4 and 5: error of offline click rates by the visits read
# tables: article_errors serving
source = ''
set table $ignored
plot table('article_errors') using (source = stringcolumn('dataset'), column(0)):(column(0))
unset table
subtitle = intervals('article_errors').' (a) and '.number(replicates('serving')).' (b), of normal errors; data: '.source
eval panels(1, 2)
set logscale xy
set xtics ()
do for [t in values('serving', 'T')] { set xtics add (number(t + 0) t + 0) }
set xlabel 'T, visits read'
set ylabel 'root mean square of offline minus online'
set key bottom left
set xrange [0.8*first('serving', 'T'):1.3*last('serving', 'T')]
set yrange [*:*]
set offsets 0, 0, graph 0.05, graph 0.05
eval close_ticks('y')
set title '(a) articles'
plot for [i=0:last('article_errors', 'a')] table('article_errors') using (column('a') == i ? column('T') : NaN):(column('root_mean_square')):(root_square('estimate', -1)):(root_square('estimate', 1)) with yerrorlines lw 1 pt 7 ps 0.4 lc rgb blue notitle, \
  1.0/sqrt(x) with lines lw 2 lc rgb red title '1/√T'
set title '(b) serving policy'
set key top right
pick(m) = stringcolumn('minuend') eq m && stringcolumn('subtrahend') eq 'online' ? column('T') : NaN
plot table('serving') using (pick('offline')):(column('root_mean_square')):(root_square('estimate', -1)):(root_square('estimate', 1)) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb blue title 'replay', \
  '' using (pick('weighted')):(column('root_mean_square')):(root_square('estimate', -1)):(root_square('estimate', 1)) with yerrorlines lw 2 dt 2 pt 6 ps 0.8 lc rgb green title 'weighted by the pool''s size', \
  1.0/sqrt(x) with lines lw 2 lc rgb red title '1/√T'

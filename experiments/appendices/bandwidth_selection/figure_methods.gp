# title: Choosing the jitter’s bandwidth from the log alone: bias and error of the estimate
# tables: errors
stats table('errors') using (column('T')) name 'SIZE' nooutput
subtitle = 'T = '.number(first('errors', 'T')).', new models; '.intervals('errors').', (b) of normal estimates'
left = 130; across = 145
eval panels(1, 2)
set grid noytics
place(m) = m eq 'replay' ? 10 : m eq 'no jitter' ? 9 : m eq 'Silverman' ? 8 : m eq 'fixed 50' ? 7 : m eq 'cross validation' ? 6 : m eq 'three sizes' ? 5 : m eq 'conservative' ? 4 : m eq 'twin' ? 3 : m eq 'entangled' ? 2 : m eq 'T-BRED' ? 1 : NaN
set ytics ('replay' 10, 'no jitter' 9, 'Silverman, 1-d' 8, 'C = 50' 7, 'cross validation' 6, 'three sizes' 5, 'conservative' 4, 'twin' 3, 'highest T-BRED' 2, 'T-BRED itself' 1)
set yrange [-0.4:10.9]
set key bottom right
set title '(a) bias'
stats table('errors') using (abs(column('estimate')) + half('estimate')) name 'WIDE' nooutput
set xtics tick(WIDE_max)
pick(a) = (stringcolumn('algorithm') eq a && column('T') == SIZE_min) ? place(stringcolumn('minuend')) : NaN
set xlabel 'estimate minus truth'
eval roomy
set arrow 1 from 0, graph 0 to 0, graph 1 nohead lw 1 lc rgb dark
plot table('errors') using (column('estimate')):(pick('LinUCB') + 0.12):(half('estimate')) with xerrorbars lw 2 pt 7 ps 0.7 lc rgb red title 'LinUCB', \
  '' using (column('estimate')):(pick('LAP') - 0.12):(half('estimate')) with xerrorbars lw 2 pt 5 ps 0.7 lc rgb blue title 'LAP'
unset arrow 1
set title '(b) root mean squared error'
set xlabel 'root mean squared error'
set xrange [0:*]
stats table('errors') using (sqrt(column('mean_squared_error'))) name 'ROOT' nooutput
set xtics tick(ROOT_max)
unset key
plot table('errors') using (sqrt(column('mean_squared_error'))):(pick('LinUCB') + 0.12):(root_square('estimate', -1)):(root_square('estimate', 1)) with xerrorbars lw 2 pt 7 ps 0.9 lc rgb red, \
  '' using (sqrt(column('mean_squared_error'))):(pick('LAP') - 0.12):(root_square('estimate', -1)):(root_square('estimate', 1)) with xerrorbars lw 2 pt 5 ps 0.9 lc rgb blue

# title: Bandwidth chosen from the log alone, T = 2,000, new models: bias (left, 95% intervals) and root mean squared error of the estimate (right)
# tables: errors
stats table('errors') using (column('T')) name 'SIZE' nooutput
set multiplot layout 1,2
set grid x lt 1 lw 0.6 lc rgb '#cccccc'
place(m) = m eq 'replay' ? 10 : m eq 'no jitter' ? 9 : m eq 'Silverman' ? 8 : m eq 'fixed 50' ? 7 : m eq 'cross validation' ? 6 : m eq 'three sizes' ? 5 : m eq 'conservative' ? 4 : m eq 'twin' ? 3 : m eq 'entangled' ? 2 : m eq 'T-BRED' ? 1 : NaN
set ytics ('replay' 10, 'no jitter' 9, 'Silverman, 1-d' 8, 'C = 50' 7, 'cross validation' 6, 'three sizes' 5, 'conservative' 4, 'twin' 3, 'highest T-BRED' 2, 'T-BRED itself' 1)
set yrange [0.3:10.9]
set key bottom right samplen 2
pick(a) = (stringcolumn('algorithm') eq a && column('T') == SIZE_min) ? place(stringcolumn('minuend')) : NaN
set xlabel 'estimate - truth'
set xrange [-0.16:0.22]
set arrow 1 from 0, graph 0 to 0, graph 1 nohead lw 1 lc rgb '#555555'
plot table('errors') using (column('estimate')):(pick('LinUCB') + 0.12):(1.96*column('estimate_se')) with xerrorbars lw 2 pt 7 ps 0.7 lc rgb '#b2182b' title 'LinUCB', \
  '' using (column('estimate')):(pick('LAP') - 0.12):(1.96*column('estimate_se')) with xerrorbars lw 2 pt 5 ps 0.7 lc rgb '#2166ac' title 'LAP'
unset arrow 1
set xlabel 'root mean squared error'
set xrange [0:0.22]
unset key
plot table('errors') using (sqrt(column('mean_squared_error'))):(pick('LinUCB') + 0.12) with points lw 2 pt 7 ps 0.9 lc rgb '#b2182b', \
  '' using (sqrt(column('mean_squared_error'))):(pick('LAP') - 0.12) with points lw 2 pt 5 ps 0.9 lc rgb '#2166ac'
unset multiplot

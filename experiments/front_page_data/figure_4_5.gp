# title: Figure 4.5: click rate over time of the news whose click rate rises (by more than two standard errors)
# tables: rising
source = ''
stats table('rising') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'visits of the log (millions)'
set ylabel 'click rate in 150 windows'
set yrange [0:*]
unset colorbox
set palette defined (0 '#2166ac', 1 '#67a9cf', 2 '#1b7837', 3 '#e08214', 4 '#b2182b')
last = 0
same(r) = (was = last, last = r, was == r)
plot table('rising') using (column('record')/1e6):(same(column('rank')) ? column('estimate') : NaN):(int(column('action')) % 11) with linespoints pt 7 ps 0.3 lw 1.5 lc palette notitle

# title: Figure 4.5: click rate over time of the articles whose click rate rises
# tables: rising
# without intervals: one line per article
# series: many, one line per article
source = ''
stats table('rising') using (source = stringcolumn('dataset'), 1) nooutput
ranks = ''
last = 0
note(r) = (ranks = r == last ? ranks : ranks.sprintf(' %d', r), last = r, r)
stats table('rising') using (note(column('rank'))) nooutput
set xlabel 'visits of the log (millions)'
set ylabel 'click rate of a window (150 windows)'
set xrange [0:*]
set yrange [0:*]
unset colorbox
set palette defined (0 blue, 1 sky, 2 green, 3 orange, 4 red)
subtitle = 'By more than two standard errors; one line per article, coloured to distinguish neighbours; data: '.source.', scale '.values('rising', 'scale')
set offsets 0, 0, graph 0.04, 0
eval panels(1, 1)
plot NaN notitle, for [r in ranks] table('rising') using (column('rank') == r + 0 ? column('record')/1e6 : NaN):(column('estimate')):(r % 11) with linespoints pt 7 ps 0.3 lw 1.5 lc palette notitle

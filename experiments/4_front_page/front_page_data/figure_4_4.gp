# title: Figure 4.4: click rate over time of the 50 articles that live longest
# tables: longest
# without intervals: One line per article
# series: many, one line per article
source = ''
stats table('longest') using (source = stringcolumn('dataset'), 1) nooutput
ranks = ''
last = 0
note(r) = (ranks = r == last ? ranks : ranks.sprintf(' %d', r), last = r, r)
stats table('longest') using (note(column('rank'))) nooutput
set xlabel 'visits of the log (millions)'
set ylabel 'click rate of a window'
set yrange [0:*]
unset colorbox
set palette defined (0 blue, 1 sky, 2 green, 3 orange, 4 red)
subtitle = 'One line per article, coloured to distinguish neighbours; 150 windows; data: '.source.', scale '.values('longest', 'scale')
set offsets 0, 0, graph 0.04, 0
eval panels(1, 1)
plot NaN notitle, for [r in ranks] table('longest') using (column('rank') == r + 0 ? column('record')/1e6 : NaN):(column('estimate')):(r % 11) with lines lw 1.3 lc palette notitle

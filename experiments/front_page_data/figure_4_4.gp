# title: Figure 4.4: click rate over time of the 50 news that live longest
# tables: longest
source = ''
stats table('longest') using (source = stringcolumn('dataset'), 1) nooutput
ranks = ''
last = 0
note(r) = (ranks = r == last ? ranks : ranks.sprintf(' %d', r), last = r, r)
stats table('longest') using (note(column('rank'))) nooutput
set title 'data: '.source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'visits of the log (millions)'
set ylabel 'click rate in 150 windows'
set yrange [0:*]
unset colorbox
set palette defined (0 '#2166ac', 1 '#67a9cf', 2 '#1b7837', 3 '#e08214', 4 '#b2182b')
plot NaN notitle, for [r in ranks] table('longest') using (column('rank') == r + 0 ? column('record')/1e6 : NaN):(column('estimate')):(r % 11) with lines lw 1.3 lc palette notitle

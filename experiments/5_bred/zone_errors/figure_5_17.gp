# title: Figure 5.17: error of replay and of S-BRED on the zones of the log, UCB (α = 1)
# tables: zones
# without intervals: two of the ten of each zone are drawn
source = ''
set table $ignored
plot table('zones') using (source = stringcolumn('dataset'), column(0)):(column(0))
unset table
subtitle = 'Subsamples of T/K records; two of the ten of each zone are drawn; data: '.source
eval panels(1, 2)
set key top right samplen 1
set xlabel 'T, records of the zone (thousands)'
set ylabel 'estimate minus truth'
set xrange [0:*]
set offsets 0, graph 0.04, 0, 0
set yrange [-0.08:0.12]
pick(k) = int(column('subsample')) % k == 0 ? column('records')/1000 : NaN
set title '(a) B = 10 (the text)'
plot table('zones') using (pick(5)):(column('compared')) with points pt 7 ps 0.3 lc rgb blue notitle, \
  '' using (pick(5)):(column('estimate')) with points pt 7 ps 0.3 lc rgb red notitle, \
  NaN with points pt 7 ps 1 lc rgb blue title 'replay', NaN with points pt 7 ps 1 lc rgb red title 'S-BRED', \
  0 with lines lc rgb black notitle
set title '(b) B = 1 (the caption)'
plot table('zones') using (pick(5)):(column('compared')) with points pt 7 ps 0.3 lc rgb blue notitle, \
  '' using (pick(5)):(column('also')) with points pt 7 ps 0.3 lc rgb red notitle, \
  NaN with points pt 7 ps 1 lc rgb blue title 'replay', NaN with points pt 7 ps 1 lc rgb red title 'S-BRED', \
  0 with lines lc rgb black notitle

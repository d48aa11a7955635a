# title: Figure 5.17: error of replay and of S-BRED on the zones of the log, UCB (alpha = 1); ten subsamples of T/K records a zone
# tables: zones
source = ''
set table $ignored
plot table('zones') using (source = stringcolumn('dataset'), 0):(0)
unset table
set multiplot layout 1,2 title source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top right samplen 1
set xlabel 'T, records of the zone (thousands)'
set ylabel 'estimate less truth'
set xrange [0:300]
set yrange [-0.08:0.12]
set xtics 50
pick(e) = stringcolumn('evaluator') eq e ? column('records')/1000 : NaN
set title 'S-BRED with B = 10 (the text)'
plot table('zones') using (pick('S-BRED 10')):(column('compared')) with points pt 7 ps 0.15 lc rgb '#b2182b' notitle, \
  '' using (pick('S-BRED 10')):(column('estimate')) with points pt 7 ps 0.15 lc rgb '#2166ac' notitle, \
  NaN with points pt 7 ps 1 lc rgb '#b2182b' title 'replay', NaN with points pt 7 ps 1 lc rgb '#2166ac' title 'S-BRED', \
  0 with lines lc rgb '#000000' notitle
set title 'B = 1 (the caption)'
plot table('zones') using (pick('S-BRED 1')):(column('compared')) with points pt 7 ps 0.15 lc rgb '#b2182b' notitle, \
  '' using (pick('S-BRED 1')):(column('estimate')) with points pt 7 ps 0.15 lc rgb '#2166ac' notitle, \
  NaN with points pt 7 ps 1 lc rgb '#b2182b' title 'replay', NaN with points pt 7 ps 1 lc rgb '#2166ac' title 'S-BRED', \
  0 with lines lc rgb '#000000' notitle
unset multiplot

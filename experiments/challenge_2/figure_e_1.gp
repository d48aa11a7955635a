# title: Figure E.1, an illustration with weights of our own: what a feature can contribute to a score, by its kind in GAP
# tables: contributions
set multiplot layout 1,3
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'value of the feature'
set xrange [-3:3]
set yrange [-1.6:1.6]
set key top left samplen 2
set xzeroaxis lt 1 lw 1 lc rgb '#888888'
set ylabel 'contribution'
set title 'discrete'
plot table('contributions') using (column('f')):(column('discrete')) with points pt 7 ps 0.35 lc rgb '#2166ac' title 'a weight a part'
unset ylabel
set title 'linear'
plot table('contributions') using (column('f')):(column('linear')) with lines lw 2.5 lc rgb '#1b7837' title 'one slope'
set title 'hybrid'
plot table('contributions') using (column('f')):(column('hybrid')) with points pt 7 ps 0.35 lc rgb '#ef8a62' title 'linear by part', \
  '' using (column('f')):(column('affine')) with points pt 7 ps 0.35 lc rgb '#b2182b' title 'affine by part'
unset multiplot

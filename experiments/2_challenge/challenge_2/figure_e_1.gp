# title: Figure E.1: what a feature can contribute to a score, by its kind in GAP
# tables: contributions
# without intervals: An illustration
subtitle = 'An illustration with weights of our own'
eval panels(1, 3)
set xlabel 'value of the feature'
set xrange [-3:3]
set yrange [-1.6:1.6]
set key top left
set xzeroaxis lt 1 lw 1 lc rgb grey
set ylabel 'contribution'
set title 'discrete'
plot table('contributions') using (column('f')):(column('discrete')) with points pt 7 ps 0.35 lc rgb blue title 'one weight per part'
unset ylabel
set title 'linear'
plot table('contributions') using (column('f')):(column('linear')) with lines lw 2.5 lc rgb green title 'one slope'
set title 'hybrid'
plot table('contributions') using (column('f')):(column('hybrid')) with points pt 7 ps 0.35 lc rgb orange title 'linear per part', \
  '' using (column('f')):(column('affine')) with points pt 7 ps 0.35 lc rgb red title 'affine per part'

# title: Records accepted by replay where ties go to the lowest number, by the numbering of the actions
# tables: algorithms grid
subtitle = 'Relative to T/K; '.intervals('algorithms')
left = 150
eval panels(1, 2)
pick(e) = stringcolumn('evaluator') eq e ? column('ratio') : NaN
set title '(a) K = 46, T = 2,000'
set offsets 0, graph 0.05, 0, 0
set xlabel 'accepted / (T/K)'
set xrange [0.8:*]
set yrange [18.7:-0.7]
set key bottom right
plot table('algorithms') using (pick('appearance')):(int($0/3)):(half_of('ratio', 'accepted')):ytic(1) with xerrorbars lw 2 pt 7 ps 0.6 lc rgb red title 'by first appearance', \
  '' using (pick('name')):(int($0/3)-0.2):(half_of('ratio', 'accepted')) with xerrorbars lw 2 pt 7 ps 0.6 lc rgb blue title 'by name', \
  '' using (pick('chance')):(int($0/3)+0.2):(half_of('ratio', 'accepted')) with xerrorbars lw 2 pt 6 ps 0.6 lc rgb green title 'at random'
set title '(b) K = 10, 20, 46'
set ytics autofreq
set logscale x
set xrange [0.3:300]
set yrange [0.8:*]
set offsets 0, 0, graph 0.05, 0
set xlabel 'T/K^2'
set ylabel 'accepted / (T/K)'
set key top right
of(a, e) = stringcolumn('algorithm') eq a && stringcolumn('evaluator') eq e ? column('ratio') : NaN
# The harmonic number of 46 is 4.4167: each first appearance of an action is accepted.
plot table('grid') using (column('rounds')):(of('UCB', 'appearance')):(half_of('ratio', 'accepted')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb red title 'UCB, by first appearance', \
  '' using (column('rounds')):(of('LinUCB', 'appearance')):(half_of('ratio', 'accepted')) with yerrorbars lw 2 pt 5 ps 0.6 lc rgb orange title 'LinUCB, by first appearance', \
  '' using (column('rounds')):(of('UCB', 'name')):(half_of('ratio', 'accepted')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb blue title 'UCB, by name', \
  1 + (46 - 4.4167) / (46 * x) lw 2 dt 2 lc rgb dark title '1 + (K − H_K) K/T, K = 46'

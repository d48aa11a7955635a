# title: Figure 2.5: mean reward of every algorithm at the best of eight parameter values
# tables: f15 f50
subtitle = 'Mean over '.number(last_horizon('f15')).' interactions; rings: value selected on other replicates; dashed: chance; '.intervals('f15').' (a), '.number(replicates('f50')).' (b)'
eval panels(1, 2)
set boxwidth 0.15
set grid noxtics
set xrange [-0.55:2.55]
set yrange [0:0.95]
set xtics ('2' 0, '5' 1, '10' 2) nomirror
set ytics 0.1
set arrow 1 from graph 0, first 0.3 to graph 1, first 0.3 nohead dt 2 lw 1.5 lc rgb dark front
set xlabel 'q_{max}, most features that matter to an action'
set ylabel 'mean reward'
set key top left reverse Left samplen 1.5
place(q) = q == 2 ? 0 : q == 5 ? 1 : 2
x(a, i, s) = (stringcolumn('algorithm') eq a && stringcolumn('selection') eq s) ? place(column('q_max')) + 0.16*(i - 2) : NaN
set title '(a) F = 15 features'
plot table('f15') using (x('UCB', 0, 'printed')):(column('estimate')) with boxes lc rgb green title 'UCB', \
  '' using (x('Perceptron-UCB', 1, 'printed')):(column('estimate')) with boxes lc rgb purple title 'Perceptron-UCB', \
  '' using (x('LAP', 2, 'printed')):(column('estimate')) with boxes lc rgb blue title 'LAP', \
  '' using (x('LinUCB', 3, 'printed')):(column('estimate')) with boxes lc rgb red title 'LinUCB', \
  '' using (x('Eco-LinUCB', 4, 'printed')):(column('estimate')) with boxes lc rgb orange title 'Eco-LinUCB', \
  for [i=0:4] '' using (x(word('UCB Perceptron-UCB LAP LinUCB Eco-LinUCB', i + 1), i, 'printed')):(column('estimate') - half('estimate')):(0):(2*half('estimate')) with vectors heads size 0.03,90 lw 1.5 lc rgb dark notitle, \
  for [i=0:4] '' using (x(word('UCB Perceptron-UCB LAP LinUCB Eco-LinUCB', i + 1), i, 'separate')):(column('estimate')) with points pt 6 ps 0.9 lw 1.5 lc rgb dark notitle
set title '(b) F = 50 features'
unset key
plot table('f50') using (x('UCB', 0, 'printed')):(column('estimate')) with boxes lc rgb green, \
  '' using (x('Perceptron-UCB', 1, 'printed')):(column('estimate')) with boxes lc rgb purple, \
  '' using (x('LAP', 2, 'printed')):(column('estimate')) with boxes lc rgb blue, \
  '' using (x('LinUCB', 3, 'printed')):(column('estimate')) with boxes lc rgb red, \
  '' using (x('Eco-LinUCB', 4, 'printed')):(column('estimate')) with boxes lc rgb orange, \
  for [i=0:4] '' using (x(word('UCB Perceptron-UCB LAP LinUCB Eco-LinUCB', i + 1), i, 'printed')):(column('estimate') - half('estimate')):(0):(2*half('estimate')) with vectors heads size 0.03,90 lw 1.5 lc rgb dark, \
  for [i=0:4] '' using (x(word('UCB Perceptron-UCB LAP LinUCB Eco-LinUCB', i + 1), i, 'separate')):(column('estimate')) with points pt 6 ps 0.9 lw 1.5 lc rgb dark

# title: Linear bandits where tastes change
# tables: course
subtitle = "Section 2.6.5's model, whose actions change places every 1,000 steps; mean reward so far, ".intervals('course')
eval panels(1, 2)
set xrange [0:1.05*last_horizon('course')]
set yrange [0.2:0.6]
set xtics tick(last_horizon('course'))
set xlabel 'interactions'
set ylabel 'mean reward so far'
set key bottom left
pick(d, a) = stringcolumn('dataset') eq d && stringcolumn('algorithm') eq a ? column('step') : NaN
set title '(a) static'
plot table('course') using (pick('static', 'LinUCB')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red title 'LinUCB', \
  '' using (pick('static', 'LAP')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb blue title 'LAP', \
  '' using (pick('static', 'Perceptron-UCB')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 9 ps 0.6 lc rgb orange title 'Perceptron-UCB'
set title '(b) abrupt changes'
plot table('course') using (pick('abrupt', 'LinUCB')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red title 'LinUCB', \
  '' using (pick('abrupt', 'LAP')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb blue title 'LAP', \
  '' using (pick('abrupt', 'Perceptron-UCB')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 9 ps 0.6 lc rgb orange title 'Perceptron-UCB'

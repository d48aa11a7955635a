# title: Figure 4.14: UCB and the flawed UCB-V (α = 1), live and under replay
# tables: curves live_curves
subtitle = 'Mean reward so far; (a, b) as in the thesis, (c) without UCB-V’s linear term; data: the thesis’s Gaussian model; '.intervals('curves')
across = 50
eval panels(1, 3)
set key bottom right
set xlabel 'updates'
set xrange [0:520]
set xtics 100
set ylabel 'mean reward so far'
set yrange [*<0.24:0.44<*]
pick(a, l) = (stringcolumn('algorithm') eq a && column('linear') == l) ? column('step') : NaN
set title '(a) UCB'
plot table('live_curves') using (pick('UCB', 3)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb red title 'live', \
  table('curves') using (pick('UCB', 3)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 6 ps 0.6 lc rgb blue title 'replay'
unset ylabel
set title '(b) UCB-V, linear term 3'
plot table('live_curves') using (pick('UCB-V', 3)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb red title 'live, flawed or not', \
  table('curves') using (pick('UCB-V', 3)):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 dt 2 pt 8 ps 0.6 lc rgb green title 'replay, correct', \
  '' using (pick('flawed', 3)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 6 ps 0.6 lc rgb blue title 'replay, flawed'
set title '(c) UCB-V, no linear term'
plot table('live_curves') using (pick('UCB-V', 0)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb red title 'live, flawed or not', \
  table('curves') using (pick('UCB-V', 0)):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 dt 2 pt 8 ps 0.6 lc rgb green title 'replay, correct', \
  '' using (pick('flawed', 0)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 6 ps 0.6 lc rgb blue title 'replay, flawed'

# title: Replay shows only the first T/K interactions of an algorithm that learns
# tables: curves replayed
T = last('replayed', 'T')
subtitle = 'Lines: live play; crosses: replay of a log of '.number(T).' records, K = 10, drawn at T/K; '.intervals('replayed')
eval panels(1, 1)
set key bottom right
set xlabel 'interactions'
set ylabel 'mean reward so far, per interaction'
set xrange [0:1.03*T]
set offsets 0, 0, graph 0.05, graph 0.05
set arrow 1 from T/10, graph 0 to T/10, graph 1 nohead lw 2 lc rgb sky
set label 1 'T/K: replay ends here' at T/10, graph 0.05 offset 0.7,0 textcolor rgb blue
curve(a) = stringcolumn('algorithm') eq a && column('step') >= 30 ? column('step') : NaN
cross(a) = stringcolumn('algorithm') eq a && column('T') == T ? T/10 : NaN
plot table('curves') using (curve('LinUCB')):(column('estimate')) with lines lw 2.5 lc rgb red title 'LinUCB', \
  '' using (curve('UCB')):(column('estimate')) with lines lw 2.5 lc rgb green title 'UCB', \
  table('replayed') using (cross('LinUCB')):(column('estimate')):(half('estimate')) with yerrorbars pt 2 ps 1.6 lw 2 lc rgb red title 'replay of LinUCB', \
  '' using (cross('UCB')):(column('estimate')):(half('estimate')) with yerrorbars pt 2 ps 1.6 lw 2 lc rgb green title 'replay of UCB'

# title: Replay and replay*, simulated, against theorems 3, 4, 7 and 8
# tables: bernoulli
subtitle = 'K = 10, g = 0.1, deterministic policy; '.intervals('bernoulli')
eval panels(1, 2)
set logscale x
set xlabel 'T, logged records'
set xrange [3:500]
set key bottom right
pick(e) = (column('K') == 10 && column('g') == 0.1 && stringcolumn('evaluator') eq e) ? column('T') : NaN
set ylabel 'bias'
set title '(a) bias'
set yrange [*<-0.1:0.02<*]
K = 10; g = 0.1
plot -g*((K-1.0)/K)**x with lines lc rgb blue title 'theorem 3', 0 with lines lw 2 dt 2 lc rgb green title 'theorem 4 (no bias)', \
  table('bernoulli') using (pick('replay')):(column('error')):(half_of('error', 'estimate')) with yerrorbars pt 7 ps 0.8 lc rgb blue title 'replay', \
  '' using (1.08*pick('replay_star')):(column('error')):(half_of('error', 'estimate')) with yerrorbars pt 7 ps 0.8 lc rgb green title 'replay*'
set ylabel 'expected squared error'
set title '(b) expected squared error'
set format y '10^{%T}'
set logscale y
set yrange [1e-4:0.5]
set key bottom left
plot table('bernoulli') using (pick('replay')):(column('theory_ese')) with points pt 6 ps 1.8 lc rgb blue title 'theorem 8 as proved', \
  '' using (pick('replay')):(column('theory_ese_printed')) with points pt 4 ps 1.8 lc rgb red title 'theorem 8 as stated', \
  '' using (1.1*pick('replay_star')):(column('theory_ese')) with points pt 6 ps 1.8 lc rgb green title 'theorem 7', \
  '' using (pick('replay')):(column('squared_error')):(half_of('squared_error', 'estimate')) with yerrorbars pt 7 ps 0.6 lc rgb blue title 'replay', \
  '' using (1.1*pick('replay_star')):(column('squared_error')):(half_of('squared_error', 'estimate')) with yerrorbars pt 7 ps 0.6 lc rgb green title 'replay*'

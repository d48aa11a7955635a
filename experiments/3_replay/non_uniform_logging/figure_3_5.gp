# title: Figure 3.5: records until a policy has played each of 30 actions once
# tables: initialisation ucb_start
set xlabel 'probability p of the action that the logger prefers'
set ylabel 'logged records'
set xrange [0:1]
set logscale y
set yrange [500:100000]
set ytics ('500' 500, '900' 900, '2,000' 2000, '5,000' 5000, '10,000' 10000, '50,000' 50000)
set key top left spacing 1.2
subtitle = 'Lines: exact; points: UCB, replayed, '.intervals('ucb_start')
eval panels(1, 1)
plot table('initialisation') using (column('p')):(column('greedy')) with lines lw 3 lc rgb red title 'ε-greedy logger', \
  '' using (column('p')):(column('uniform')) with lines lw 2 dt 2 lc rgb blue title 'uniform logger', \
  table('ucb_start') using (column('p')):(column('records')):(half('records')) with yerrorbars lw 2 pt 7 lc rgb green title 'UCB'

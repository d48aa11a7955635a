# title: Cumulative regret of exploration that decreases and of exploration that does not
# tables: decreasing
subtitle = 'One action of mean reward 0.9, nine of 0.6; '.intervals('decreasing')
eval panels(1, 1)
set logscale xy
set format x '10^{%T}'
set format y '10^{%T}'
set xlabel 'interactions'
set ylabel 'cumulative regret'
set key bottom right
eval roomy
pick(a) = stringcolumn('algorithm') eq a ? column('step') : NaN
plot table('decreasing') using (pick('epsilon_n-greedy')):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb blue title 'ε_n-greedy', \
  '' using (pick('epsilon-greedy')):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb red title 'ε-greedy, ε = 0.1'

# title: Exploration that decreases, and exploration that does not
# tables: decreasing
subtitle = 'One arm pays 0.9, nine 0.6; '.intervals('decreasing')
eval panels(1, 1)
set logscale xy
set format x '10^{%T}'
set format y '10^{%T}'
set xlabel 'interactions'
set ylabel 'cumulative regret'
set key bottom right
eval roomy
pick(a) = stringcolumn('algorithm') eq a ? column('step') : NaN
plot table('decreasing') using (pick('epsilon_n-greedy')):(column('regret')):(1.96*column('regret_se')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb blue title 'epsilon_n-greedy' noenhanced, \
  '' using (pick('epsilon-greedy')):(column('regret')):(1.96*column('regret_se')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb red title 'epsilon-greedy, 0.1'

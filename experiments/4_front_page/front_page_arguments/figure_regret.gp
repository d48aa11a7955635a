# title: Optimistic Greedy: linear regret, and how often the better action is abandoned
# tables: games abandoned
subtitle = 'Two actions of 0.5 and 0.4; (a) '.intervals('games').', (b) '.runs('abandoned').'; dashed: ruin bound exp(−0.49 k)'
eval panels(1, 2)
set logscale xy
set format x '10^{%T}'
set format y '10^{%T}'
set key top left reverse Left
set xlabel 'interactions T'
set ylabel 'cumulative regret'
set title '(a) regret'
set offsets graph 0.03, graph 0.03, graph 0.4, graph 0.05
pick(a) = stringcolumn('algorithm') eq a ? column('step') : NaN
plot table('games') using (pick('prior 0.2')):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 4 ps 0.5 lc rgb purple title "k = 0.2, k’ = 1", \
  '' using (pick('k 0.3')):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'k = 0.3', \
  '' using (pick('k 1')):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb orange title 'k = 1', \
  '' using (pick('k 3')):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'k = 3', \
  '' using (pick('UCB')):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 5 ps 0.5 lc rgb green title 'UCB'
unset logscale x
set format x '%g'
set key top right
set xlabel 'k'
set ylabel 'share of plays of the worse action'
set title '(b) abandoned'
set offsets graph 0.05, graph 0.05, graph 0.2, graph 0.05
plot table('abandoned') using (column('k')):(column('share')):(half_of('share', 'expected')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb green title 'measured', \
  '' using (column('k')):(column('bound')) with lines lw 2 dt 2 lc rgb dark title 'bound'

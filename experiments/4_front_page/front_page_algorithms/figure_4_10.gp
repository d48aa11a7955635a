# title: Figure 4.10: replayed click rate in phase 1 by the algorithm’s parameter
# tables: contest
source = ''
stats table('contest') using (source = stringcolumn('dataset'), 1) nooutput
set logscale x
set format x '10^{%T}'
set xlabel 'α (UCB, UCB-V, LinUCB), ε (epsilon-greedy), k (Optimistic Greedy)'
set ylabel 'click rate, phase 1'
set yrange [0:*]
set offsets graph 0.04, graph 0.04, graph 0.5, 0
set key top right
# Candidates are texts in this table, for some are pairs.
value_of(s) = s eq '3e-04' ? 0.0003 : s eq '0.001' ? 0.001 : s eq '0.003' ? 0.003 : s eq '0.01' ? 0.01 : s eq '0.03' ? 0.03 : s eq '0.1' ? 0.1 : s eq '0.2' ? 0.2 : s eq '0.3' ? 0.3 : s eq '1' ? 1.0 : s eq '3' ? 3.0 : s eq '10' ? 10.0 : 30
of(a) = stringcolumn('algorithm') eq a ? value_of(stringcolumn('candidate')) : NaN
subtitle = 'Data: '.source.', scale '.values('contest', 'scale').'; '.intervals('contest').' (logs)'
eval panels(1, 1)
plot table('contest') using (of('UCB')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb green title 'UCB', \
  '' using (of('UCB-V')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb blue title 'UCB-V', \
  '' using (of('UCB-V without linear term')):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 dt 2 pt 4 ps 0.6 lc rgb blue title 'UCB-V without linear term', \
  '' using (of('epsilon-greedy')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 9 ps 0.6 lc rgb dark title 'ε-greedy', \
  '' using (of('LinUCB')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 11 ps 0.6 lc rgb red title 'LinUCB', \
  '' using (of('Optimistic Greedy')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 13 ps 0.8 lc rgb orange title 'Optimistic Greedy'

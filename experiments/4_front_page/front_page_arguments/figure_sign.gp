# title: The flaw of UCB-V by its exploration parameter α
# tables: alphas flaw_alphas
subtitle = '(b) correct minus flawed UCB-V on the same logs: above 0 replay underestimates; '.intervals('alphas')
eval panels(1, 2)
set logscale x
set xlabel 'α'
set format x '10^{%T}'
eval footroom
set xrange [*:*]
set ylabel 'mean reward of 500 steps'
set key bottom left
pick(a, e, l) = (stringcolumn('algorithm') eq a && stringcolumn('evaluator') eq e && column('linear') == l) ? column('alpha') : NaN
set title '(a) mean reward, with the linear term'
plot table('alphas') using (pick('flawed', 'live', 3)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'live', \
  '' using (pick('flawed', 'replay', 3)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 6 ps 0.7 lc rgb blue title 'replay, flawed'
of(l) = column('linear') == l ? column('alpha') : NaN
set title '(b) the bias'
eval headroom
set ylabel 'correct minus flawed, under replay'
set xzeroaxis lt 1 lw 1 lc rgb grey
set key top left
plot table('flaw_alphas') using (of(3)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'linear term 3', \
  '' using (of(0)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 6 ps 0.7 lc rgb orange title 'no linear term'

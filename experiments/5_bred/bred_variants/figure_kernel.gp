# title: Squared error of jittered RED∞ in one sum, and of rewards with noise
# tables: kernel switched_rewards
subtitle = '(a) '.intervals('kernel').'; (b) '.runs('switched_rewards')
eval panels(1, 2)
set key top left spacing 1.1
pick(e) = (stringcolumn('evaluator') eq e && column('T') == last('kernel', 'T')) ? column('C') : NaN
set title '(a) optimal policy, '.number(last('kernel', 'T')).' records'
set xlabel 'C of the bandwidth C/√T'
set ylabel 'squared error (10^{−3})'
set yrange [0:*]
eval headroom
plot table('kernel') using (pick('one sum')):(1000*column('squared_error')):(1000*half_of('squared_error', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'one sum', \
  '' using (pick('100 replays')):(1000*column('squared_error')) with linespoints lw 2 dt 2 pt 6 lc rgb blue title '100 replays', \
  '' using (pick('RED_inf')):(1000*column('squared_error')) with lines lw 2 dt 3 lc rgb dark title 'no jitter'
noisy(g, t) = (column('g') == g && column('T') == t) ? column('level') : NaN
set title '(b) rewards switched, one action'
set xlabel 'probability of a switch'
plot table('switched_rewards') using (noisy(0.4, first('switched_rewards', 'T'))):(1000*column('squared_error')):(1000*half_of('squared_error', 'error')) with yerrorbars lw 2 pt 7 ps 0.5 lc rgb orange title number(first('switched_rewards', 'T')).' records', \
  '' using (noisy(0.4, first('switched_rewards', 'T'))):(1000*column('predicted')) with lines lw 1.5 lc rgb orange title 'formula', \
  '' using (noisy(0.4, last('switched_rewards', 'T'))):(1000*column('squared_error')):(1000*half_of('squared_error', 'error')) with yerrorbars lw 2 pt 7 ps 0.5 lc rgb purple title number(last('switched_rewards', 'T')).' records', \
  '' using (noisy(0.4, last('switched_rewards', 'T'))):(1000*column('predicted')) with lines lw 1.5 lc rgb purple title 'formula'

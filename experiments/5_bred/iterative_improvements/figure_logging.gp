# title: Randomised logging policies: cost in reward, and gain in accuracy
# tables: logging one_shot
stats table('one_shot') using (column('candidate_acceleration')) nooutput
uniform = STATS_mean
set logscale y
set xlabel 'expected reward given up in the round'
set ylabel 'Γ^+ of the next candidate'
set xrange [*:*]
set yrange [*:*]
eval close_ticks('y')
set offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05
set key outside right top noenhanced
names = "epsilon 'minimum variance' proportional softmax"
colours = blue.' '.purple.' '.red.' '.green
pick(a, e) = (stringcolumn('evaluator') eq a && column('epsilon') == e) ? column('cost') : NaN
subtitle = 'Γ^+ of the next candidate’s estimate against the reward given up; hollow: ε = 0.05, filled: ε = 0.2; '.intervals('logging')
right = 200
eval panels(1, 1)
plot uniform with lines lw 2 dt 2 lc rgb black title 'a uniform log', \
  for [i=1:words(names)] table('logging') using (pick(word(names, i), 0.05)):(column('candidate_acceleration')):(half_of('candidate_acceleration', 'cost')) with yerrorbars lw 2 pt 6 ps 1.2 lc rgb word(colours, i) notitle, \
  for [i=1:words(names)] table('logging') using (pick(word(names, i), 0.2)):(column('candidate_acceleration')):(half_of('candidate_acceleration', 'cost')) with yerrorbars lw 2 pt 7 ps 1.2 lc rgb word(colours, i) title word(names, i)

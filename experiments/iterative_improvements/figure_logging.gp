# title: What a randomisation costs and what it gives: the Gamma+ of the next candidate's estimate against the reward given up (bars: 95% intervals; epsilon = 0.05 hollow, 0.2 full)
# tables: logging one_shot
stats table('one_shot') using (column('candidate_acceleration')) nooutput
uniform = STATS_mean
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale y
set xlabel 'expected reward given up in the round'
set ylabel '{/Symbol G}^+ of the next candidate'
set xrange [*<-0.005:*]
set yrange [*<3:500<*]
set key outside right top samplen 2 noenhanced
names = "epsilon 'minimum variance' proportional softmax"
colours = "#2166ac #762a83 #b2182b #1b7837"
pick(a, e) = (stringcolumn('evaluator') eq a && column('epsilon') == e) ? column('cost') : NaN
bar = 1.96
plot uniform with lines lw 2 dt 2 lc rgb 'black' title 'a uniform log', \
  for [i=1:words(names)] table('logging') using (pick(word(names, i), 0.05)):(column('candidate_acceleration')):(bar*column('candidate_acceleration_se')) with yerrorbars lw 2 pt 6 ps 1.2 lc rgb word(colours, i) notitle, \
  for [i=1:words(names)] table('logging') using (pick(word(names, i), 0.2)):(column('candidate_acceleration')):(bar*column('candidate_acceleration_se')) with yerrorbars lw 2 pt 7 ps 1.2 lc rgb word(colours, i) title word(names, i)

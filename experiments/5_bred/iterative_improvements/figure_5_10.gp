# title: Figure 5.10: expected reward of the policy chosen after each round, by the exploration ε and the rule
# tables: loop one_shot
stats table('one_shot') using (column('truth')) nooutput
one_shot = STATS_mean
stats table('loop') using (column('best')) nooutput
best = STATS_mean
stats table('loop') using (column('truth') - half('truth')) nooutput
lowest = STATS_min
first_log = first('loop', 'first')
round_log = first('loop', 'records')
subtitle = 'Iterative improvements (section 5.8.1); '.intervals('loop')
right = 190; across = 45
eval panels(1, 3)
set xlabel 'interactions (thousands)'
set xrange [0:*]
set offsets 0, graph 0.06, 0, 0
set xtics tick((first_log + round_log*(last('loop', 'rounds') - 1))/1000.0)
set yrange [floor(50*lowest)/50.0:floor(50*best + 2)/50.0]
names = "'lower bound' 'difference' 'estimate' 'RED_inf' 'minimum variance'"
titles = "'lower bound' 'difference' 'estimate (risky)' 'RED_∞' 'minimum variance'"
colours = blue.' '.sky.' '.red.' '.green.' '.purple
do for [e in '0.01 0.05 0.2'] {
  set title 'ε = '.e
  set ylabel (e eq '0.01' ? 'expected reward' : '')
  pick(i, v) = (stringcolumn('evaluator') eq word(names, i) && column('epsilon') == v) ? (first_log + (column('step') - 1 + 0.05*(i - 3))*round_log)/1000.0 : NaN
  if (e eq '0.2') { set key outside right top Left reverse width -1 } else { unset key }
  plot best with lines lw 2 lc rgb grey title 'best', \
    one_shot with lines lw 2 dt 2 lc rgb black title 'one uniform log', \
    for [i=1:words(names)] table('loop') using (pick(i, e + 0)):(column('truth')):(half('truth')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb word(colours, i) title word(titles, i)
}

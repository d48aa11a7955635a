# title: Iterative improvements: reward of the policy chosen after each round, by the rule and ε
# tables: loop one_shot
stats table('one_shot') using (column('truth')) nooutput
one_shot = STATS_mean
stats table('loop') using (column('best')) nooutput
best = STATS_mean
stats table('loop') using (column('truth') - half('truth')) nooutput
lowest = STATS_min
stats table('loop') using (column('truth') + half('truth')) nooutput
highest = STATS_max > best ? STATS_max : best
$Nothing << EOD
0,2,0
EOD
first_log = first('loop', 'first')
round_log = first('loop', 'records')
subtitle = 'Section 5.8.1; a panel per rule; '.intervals('loop')
across = 60; down = 80
eval panels(2, 3)
set xrange [0:*]
set offsets 0, graph 0.06, 0, 0
set xtics tick((first_log + round_log*(last('loop', 'rounds') - 1))/1000.0)
set yrange [floor(50*lowest)/50.0:ceil(50*highest)/50.0]
set ytics tick(ceil(50*highest)/50.0 - floor(50*lowest)/50.0)
names = "'lower bound' 'difference' 'estimate' 'RED_inf' 'minimum variance'"
titles = "'lower bound' 'lower bound of the difference' 'estimate (risky)' 'RED_∞' 'minimum variance'"
epsilons = '0.01 0.05 0.2'
colours = blue.' '.orange.' '.purple
pick(rule, i) = (stringcolumn('evaluator') eq word(names, rule) && column('epsilon') == word(epsilons, i)) ? (first_log + (column('step') - 1 + 0.1*(i - 2))*round_log)/1000.0 : NaN
unset key
do for [rule=1:5] {
  set title word(titles, rule)
  set ylabel (rule % 3 == 1 ? 'expected reward' : '')
  set xlabel (rule > 2 ? 'interactions (thousands)' : '')
  plot best with lines lw 2 lc rgb grey, one_shot with lines lw 2 dt 2 lc rgb black, \
    for [i=1:3] table('loop') using (pick(rule, i)):(column('truth')):(half('truth')) with yerrorlines lw 2 pt 5 + 2*i ps 0.5 lc rgb word(colours, i)
}
# The sixth place holds the key of all panels.
set title ''
set xlabel ''
set xrange [0:1]
unset border
unset tics
unset grid
set key inside center left Left reverse
plot 2 with lines lw 2 lc rgb grey title 'best', 2 with lines lw 2 dt 2 lc rgb black title 'one uniform log', \
  for [i=1:3] $Nothing using 1:2:3 with yerrorlines lw 2 pt 5 + 2*i ps 0.5 lc rgb word(colours, i) title 'ε = '.word(epsilons, i)

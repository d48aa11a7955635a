# title: Bias of the evaluators without contexts, by algorithm
# tables: bias_arms bias_arms_long
subtitle = 'Estimate minus live play; ten arms; (a) '.intervals('bias_arms').', (b) '.number(replicates('bias_arms_long'))
bottom = 115; left = 90; across = 75
eval panels(1, 2)
set grid noxtics
array names[8] = ['UCB', 'epsilon-greedy', 'Thompson', 'EpochGreedy', 'Exp3', 'explore then exploit', 'uniform', 'oracle']
array evaluators[4] = ['replay', 'S-BRED', 'T-BRED', 'T-BRED tweaked']
array colours[4] = [grey, red, blue, sky]
place(name) = sum [i=1:8] (names[i] eq name ? i : 0)
at(e, i) = (stringcolumn('minuend') eq evaluators[e]) ? place(stringcolumn('algorithm')) + 0.17*(i - 2.5) : NaN
set xrange [0.5:8.5]
set xtics scale 0 rotate by 30 right
do for [i=1:8] { if (i == 1) { set xtics (names[1] 1) } else { set xtics add (names[i] i) } }
set yrange [*<-0.2:0.1<*]
set offsets 0, 0, graph 0.05, graph 0.45
do for [row=1:2] {
  name = row == 1 ? 'bias_arms' : 'bias_arms_long'
  set ylabel (row == 1 ? 'bias' : '')
  set title sprintf('(%s) T = %s', row == 1 ? 'a' : 'b', number(first(name, 'T')))
  if (row == 2) { set key bottom right reverse Left samplen 1 } else { unset key }
  plot for [e=1:4] table(name) using (at(e, e)):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.5 lw 2 lc rgb colours[e] title evaluators[e], 0 lc rgb black lw 0.8 notitle
}

# title: Online forms of classify-to-recommend against the truth
# tables: online
set grid noxtics
array names[7] = ['LinUCB', 'UCB', 'UCB-V', 'Thompson', 'epsilon-greedy', 'most popular', 'uniform']
array evaluators[6] = ['online', 'replay', 'full P1', 'hit P1', 'full P1 silent', 'hit P1+0 misses 0']
array colours[6] = [black, grey, green, red, orange, blue]
place(name) = sum [i=1:7] (names[i] eq name ? i : 0)
at(e) = (stringcolumn('evaluator') eq evaluators[e]) ? place(stringcolumn('algorithm')) + 0.12*(e - 3.5) : NaN
set xrange [0.5:7.5]
set xtics scale 0
do for [i=1:7] { if (i == 1) { set xtics (names[1] 1) } else { set xtics add (names[i] i) } }
set ylabel 'click rate'
set yrange [0:*]
set offsets 0, 0, graph 0.35, 0
set key top right maxrows 3 width 2
subtitle = 'Mean click rate over T = '.number(last_horizon('online')).'; '.intervals('online')
eval panels(1, 1)
plot for [e=1:6] table('online') using (at(e)):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.6 lw 2 lc rgb colours[e] title evaluators[e]

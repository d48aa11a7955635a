# title: The online forms of classify-to-recommend against the truth (mean click rate over T = 5,000; bars: 95% intervals)
# tables: online
set grid ytics lt 1 lw 0.6 lc rgb '#cccccc'
array names[7] = ['LinUCB', 'UCB', 'UCB-V', 'Thompson', 'epsilon-greedy', 'most popular', 'uniform']
array evaluators[6] = ['online', 'replay', 'full P1', 'hit P1', 'full P1 silent', 'hit P1+0 misses 0']
array colours[6] = ['#000000', '#777777', '#1b7837', '#b2182b', '#ef8a62', '#2166ac']
place(name) = sum [i=1:7] (names[i] eq name ? i : 0)
at(e) = (stringcolumn('evaluator') eq evaluators[e]) ? place(stringcolumn('algorithm')) + 0.12*(e - 3.5) : NaN
set xrange [0.5:7.5]
set xtics scale 0
do for [i=1:7] { if (i == 1) { set xtics (names[1] 1) } else { set xtics add (names[i] i) } }
set ylabel 'click rate'
set yrange [0:*]
set key top right
plot for [e=1:6] table('online') using (at(e)):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 7 ps 0.6 lw 2 lc rgb colours[e] title evaluators[e]

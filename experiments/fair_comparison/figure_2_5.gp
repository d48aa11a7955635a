# title: Figure 2.5: mean reward over 5,000 interactions, every algorithm at the best of eight parameter values (95% intervals; rings: the value was selected on other replicates)
# tables: f15 f50
set multiplot layout 1,2
set style fill solid 0.85 border lc rgb '#ffffff'
set boxwidth 0.15
set grid ytics lt 1 lw 0.6 lc rgb '#cccccc'
set xrange [-0.55:2.55]
set yrange [0.3:0.65]
set xtics ('2' 0, '5' 1, '10' 2) nomirror
set ytics 0.05 nomirror
set xlabel 'q_{max}, most features that matter to an action'
set ylabel 'mean reward (chance gives about 0.3)'
set key top left reverse Left samplen 1.5
place(q) = q == 2 ? 0 : q == 5 ? 1 : 2
x(a, i, s) = (stringcolumn('algorithm') eq a && stringcolumn('selection') eq s) ? place(column('q_max')) + 0.16*(i - 2) : NaN
set title 'F = 15'
plot table('f15') using (x('UCB', 0, 'printed')):(column('estimate')) with boxes lc rgb '#1b7837' title 'UCB', \
  '' using (x('Perceptron-UCB', 1, 'printed')):(column('estimate')) with boxes lc rgb '#a6761d' title 'Perceptron-UCB', \
  '' using (x('LAP', 2, 'printed')):(column('estimate')) with boxes lc rgb '#2166ac' title 'LAP', \
  '' using (x('LinUCB', 3, 'printed')):(column('estimate')) with boxes lc rgb '#b2182b' title 'LinUCB', \
  '' using (x('Eco-LinUCB', 4, 'printed')):(column('estimate')) with boxes lc rgb '#f4a582' title 'Eco-LinUCB', \
  for [i=0:4] '' using (x(word('UCB Perceptron-UCB LAP LinUCB Eco-LinUCB', i + 1), i, 'printed')):(column('estimate') - 1.96*column('estimate_se')):(0):(3.92*column('estimate_se')) with vectors heads size 0.03,90 lw 1.5 lc rgb '#222222' notitle, \
  for [i=0:4] '' using (x(word('UCB Perceptron-UCB LAP LinUCB Eco-LinUCB', i + 1), i, 'separate')):(column('estimate')) with points pt 6 ps 0.9 lw 1.5 lc rgb '#222222' notitle
set title 'F = 50'
unset key
plot table('f50') using (x('UCB', 0, 'printed')):(column('estimate')) with boxes lc rgb '#1b7837', \
  '' using (x('Perceptron-UCB', 1, 'printed')):(column('estimate')) with boxes lc rgb '#a6761d', \
  '' using (x('LAP', 2, 'printed')):(column('estimate')) with boxes lc rgb '#2166ac', \
  '' using (x('LinUCB', 3, 'printed')):(column('estimate')) with boxes lc rgb '#b2182b', \
  '' using (x('Eco-LinUCB', 4, 'printed')):(column('estimate')) with boxes lc rgb '#f4a582', \
  for [i=0:4] '' using (x(word('UCB Perceptron-UCB LAP LinUCB Eco-LinUCB', i + 1), i, 'printed')):(column('estimate') - 1.96*column('estimate_se')):(0):(3.92*column('estimate_se')) with vectors heads size 0.03,90 lw 1.5 lc rgb '#222222', \
  for [i=0:4] '' using (x(word('UCB Perceptron-UCB LAP LinUCB Eco-LinUCB', i + 1), i, 'separate')):(column('estimate')) with points pt 6 ps 0.9 lw 1.5 lc rgb '#222222'
unset multiplot

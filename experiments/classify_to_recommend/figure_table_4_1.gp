# title: Table 4.1 qualitatively: lift over the best single action against that action's click rate (true values of the trained policies; bars: 95% intervals)
# tables: zones
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'click rate of the best single action'
set ylabel 'lift'
set format y '%g'
set key top right
array names[5] = ['LogR', 'RF', 'Naive Bayes', 'Linear SVM', 'Gaussian SVM']
array colours[5] = ['#2166ac', '#1b7837', '#b2182b', '#ef8a62', '#762a83']
pick(a) = (stringcolumn('algorithm') eq names[a]) ? column('best_rate') + 0.0004*(a - 3) : NaN
plot for [a=1:5] table('zones') using (pick(a)):(column('true_lift')):(1.96*column('true_lift_se')) with yerrorlines lw 1.5 pt 7 ps 0.6 lc rgb colours[a] title names[a], 0 with lines lw 1 lc rgb 'black' notitle

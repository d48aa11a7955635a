# title: Table 4.1, qualitatively: lift over the best single action, by that action’s click rate
# tables: zones
set xlabel 'click rate of the best single action'
set ylabel 'lift'
set format y '%g'
set key top right
eval roomy
array names[5] = ['LogR', 'RF', 'Naive Bayes', 'Linear SVM', 'Gaussian SVM']
array colours[5] = [blue, green, red, orange, purple]
pick(a) = (stringcolumn('algorithm') eq names[a] && column('p1') > 0.1) ? column('best_rate') + 0.0004*(a - 3) : NaN
subtitle = 'True values of the trained policies; generated click logs, the right action has mean reward 0.13; '.intervals('zones').' (logs)'
eval panels(1, 1)
plot for [a=1:5] table('zones') using (pick(a)):(column('true_lift')):(half('true_lift')) with yerrorlines lw 1.5 pt 7 ps 0.6 lc rgb colours[a] title names[a], 0 with lines lw 1 lc rgb black notitle

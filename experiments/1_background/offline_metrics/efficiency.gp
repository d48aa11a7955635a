# title: Data efficiency: error and click rate by the share of items that a user has rated
# tables: efficiency
subtitle = intervals('efficiency')
eval panels(1, 2)
set key top right
shapes = '7 5 9'
set xlabel 'probability that a user has rated an item'
set xrange [0:0.9]
set yrange [0:*]
set offsets 0, 0, graph 0.1, 0
names = '"means" "user kNN" "ALS"'
array colours[3] = [black, red, blue]
pick(k, x) = stringcolumn('evaluator') eq word(names, k) ? x : NaN
set title '(a) error of the predicted ratings'
set ylabel 'RMSE'
plot for [k=1:3] table('efficiency') using (column('share') + 0.008*(k - 2)):(pick(k, column('rmse'))):(half('rmse')) with yerrorlines lw 1.5 pt (word(shapes, k) + 0) ps 0.7 lc rgb colours[k] title word(names, k)
set key bottom right
set title '(b) click rate of the policy'
set ylabel 'click rate, over that of uniform choice'
plot for [k=1:3] table('efficiency') using (column('share') + 0.008*(k - 2)):(pick(k, column('estimate')/column('uniform'))):(half('estimate')/column('uniform')) with yerrorlines lw 1.5 pt (word(shapes, k) + 0) ps 0.7 lc rgb colours[k] title word(names, k)

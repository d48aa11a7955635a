# title: Error of predicted ratings, and click rate of the policy that follows them
# tables: predictors
subtitle = 'One disk per predictor; '.intervals('predictors')
eval panels(1, 3)
set xlabel 'RMSE'
worlds = '"at random" "not at random" "fully observed"'
pick(w, x) = stringcolumn('dataset') eq word(worlds, w) ? x : NaN
truth(w, x) = stringcolumn('evaluator') eq 'truth' ? pick(w, x) : NaN
learned(w, x) = stringcolumn('evaluator') eq 'truth' ? NaN : pick(w, x)
set key bottom left
set xrange [0:3]
set xtics 1
stats table('predictors') using (column('estimate')) nooutput
set yrange [0:1.1*STATS_max]
do for [w=1:3] {
  set title '('.word('a b c', w).') '.(w < 3 ? 'missing ' : '').word(worlds, w)
  set ylabel (w == 1 ? 'click rate' : '')
  plot table('predictors') using (learned(w, column('rmse'))):(column('estimate')):(half('rmse')):(half('estimate')) with xyerrorbars pt 7 ps 0.8 lc rgb blue title 'predictor', \
    '' using (truth(w, column('rmse'))):(column('estimate')):(half('rmse')):(half('estimate')) with xyerrorbars pt 7 ps 0.8 lc rgb red title 'true tastes', \
    '' using (truth(w, 0)):(column('uniform')):(3):(0) with vectors nohead lw 2 dt 2 lc rgb black title 'uniform choice'
}

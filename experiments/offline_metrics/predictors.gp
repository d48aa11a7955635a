# title: Error of predicted ratings, and click rate of the policy that follows them
# tables: predictors
subtitle = 'each disk a predictor, mean over '.number(replicates('predictors')).' worlds'
eval panels(1, 3)
set xlabel 'RMSE'
set ylabel 'click rate'
worlds = '"at random" "not at random" "fully observed"'
pick(w, x) = stringcolumn('dataset') eq word(worlds, w) ? x : NaN
truth(w, x) = stringcolumn('evaluator') eq 'truth' ? pick(w, x) : NaN
learned(w, x) = stringcolumn('evaluator') eq 'truth' ? NaN : pick(w, x)
set key bottom left
set xrange [0:3]
set xtics 1
set yrange [0:*]
do for [w=1:3] {
  set title '('.word('a b c', w).') '.word(worlds, w)
  plot table('predictors') using (learned(w, column('rmse'))):(column('estimate')) with points pt 7 ps 0.8 lc rgb blue title 'predictor', \
    '' using (truth(w, column('rmse'))):(column('estimate')) with points pt 7 ps 0.8 lc rgb red title 'true tastes', \
    '' using (truth(w, 0)):(column('uniform')):(3):(0) with vectors nohead lw 2 dt 2 lc rgb black title 'uniform choice'
}

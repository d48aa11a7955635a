# title: Order of thirteen predictors by an offline metric, and by the click rate of their policies
# tables: agreement
subtitle = 'Kendall rank correlation, environment by environment; '.intervals('agreement')
eval panels(1, 1)
set key at first 0.6, first -0.16 left top Left reverse maxrows 2
set xlabel 'offline metric'
set ylabel 'rank correlation'
set xrange [0.5:8.5]
set yrange [-0.4:1]
set ytics 0.2
set xtics ('RMSE' 1, 'MAE' 2, 'extreme' 3, 'F1' 4, 'MAP' 5, 'AUC' 6, 'nDCG' 7, 'diversity' 8)
metrics = 'estimate tau_mae tau_tweaked_mae tau_f1 tau_map tau_auc tau_ndcg tau_diversity'
worlds = '"at random" "not at random" "fully observed" "hidden appeal"'
tau(k, w) = stringcolumn('dataset') eq word(worlds, w) ? column(word(metrics, k)) : NaN
width(k) = half(word(metrics, k))
titles = '"ratings missing at random" "missing not at random" "fully observed" "items of hidden appeal"'
array colours[4] = [blue, red, green, orange]
plot for [w=1:4] for [k=1:8] table('agreement') using (k + 0.12*(w - 2.5)):(tau(k, w)):(width(k)) with yerrorbars pt 7 ps 0.6 lc rgb colours[w] notitle, \
  for [w=1:4] NaN with points pt 7 ps 1 lc rgb colours[w] title word(titles, w), \
  0 with lines lc rgb black notitle

# title: Replay on the Open Bandit Dataset’s uniform log: estimated click rate
# tables: replayed log_mean
set grid noxtics
set ylabel 'estimated click rate'
set yrange [0:*]
set offsets 0, 0, graph 0.15, 0
set xrange [-0.6:7.6]
set key top right
set xtics rotate by -25
subtitle = '95% Wilson intervals; means over '.runs('replayed')
bottom = 110; right = 70
eval panels(1, 1)
plot table('replayed') using ($0):(stringcolumn('dataset') eq 'men' ? column('estimate') : NaN):(column('low')):(column('high')):xtic(stringcolumn('algorithm')) with yerrorbars lw 2 pt 7 lc rgb blue title 'men, 34 items', \
  '' using ($0):(stringcolumn('dataset') eq 'women' ? column('estimate') : NaN):(column('low')):(column('high')) with yerrorbars lw 2 pt 7 lc rgb red title 'women, 46 items', \
  table('log_mean') using (4*$0 - 0.5):(column('estimate')):(4):(0) with vectors nohead lw 2 dt 2 lc rgb dark title 'the log’s own click rate'

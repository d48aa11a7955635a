# title: Replay on the Open Bandit Dataset's uniform log: estimated click rate with 95% Wilson intervals. No two algorithms can be distinguished
# tables: replayed
set grid ytics lt 1 lw 0.6 lc rgb '#cccccc'
set ylabel 'estimated click rate'
set yrange [0:0.04]
set xrange [-0.6:7.6]
set key top right
set xtics rotate by -25
lab(n) = stringcolumn('algorithm')
plot table('replayed') using ($0):(stringcolumn('dataset') eq 'men' ? column('estimate') : NaN):(column('low')):(column('high')):xtic(stringcolumn('dataset').': '.stringcolumn('algorithm')) with yerrorbars lw 2 pt 7 lc rgb '#2166ac' title 'men, 34 items', \
  '' using ($0):(stringcolumn('dataset') eq 'women' ? column('estimate') : NaN):(column('low')):(column('high')) with yerrorbars lw 2 pt 7 lc rgb '#b2182b' title 'women, 46 items'

# title: How often the best entry of a contest wins
# tables: entries noise
subtitle = '(a) a stable entry against worse ones that vary, '.intervals('entries').";\n".'(b) ten deterministic entries, '.runs('noise')
eval panels(1, 2)
set logscale x
set yrange [0:1.35]
set ytics 0, 0.2, 1
set key top right
set offsets graph 0.05, graph 0.05, 0, 0
set xlabel 'rivals'
set ylabel 'share of contests that the best entry wins'
set title '(a) by the number of entries'
of(r) = column('runs') == r ? column('rivals') : NaN
plot table('entries') using (of(1)):(column('best_wins')):(half('best_wins')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red title '1 run', \
  '' using (of(10)):(column('best_wins')):(half('best_wins')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb blue title '10 runs'
set format x '10^{%T}'
set key top left
set xlabel 'records of the log'
set title '(b) by the size of the log'
single(r) = column('runs') == r ? column('T') : NaN
plot table('noise') using (single(1)):(column('best_wins')):(half('best_wins')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red title '1 run', \
  '' using (single(10)):(column('best_wins')) with points pt 6 ps 1.6 lw 2 lc rgb blue title '10 runs'

# title: Figure 5.9c: the logging policy of minimum variance for each evaluated policy
# tables: optimum
# without intervals: exact
set key top left
set xlabel 'p(π = 1), evaluated policy'
set ylabel 'p(π_{LOG} = 1) of least variance'
set xrange [0:1]
set yrange [0:1]
subtitle = 'Two actions of means 0.1 and 0.5; exact'
eval panels(1, 1)
plot x with lines lw 1 dt 3 lc rgb black title 'π itself', \
  table('optimum') using (column('p')):(column('red_star')) with lines lw 2 lc rgb blue title 'RED*', \
  '' using (column('p')):(column('replay_star')) with lines lw 2 lc rgb red title 'replay*'

# title: Figure 5.9a: variance of one record by the evaluated policy
# tables: evaluated
# without intervals: exact
set key top right
set xlabel 'p(π = 1), evaluated policy'
set ylabel 'variance of one record'
set xrange [0:1]
set yrange [0:0.9]
subtitle = 'Uniform logging; two actions of means 0.1 and 0.5; exact'
eval panels(1, 1)
plot table('evaluated') using (column('p')):(column('replay_star')) with lines lw 2 lc rgb red title 'replay*', \
  '' using (column('p')):(column('red_star')) with lines lw 2 lc rgb blue title 'RED*', \
  '' using (column('p')):(column('online')) with lines lw 2 lc rgb orange title 'Var(r)', \
  '' using (column('p')):(column('twice_online')) with lines lw 2 lc rgb green title '2 Var(r)'

# title: Figure 5.9b: variance of one record by the logging policy
# tables: logging lines
# without intervals: exact
set key at graph 0.61, graph 0.98
set xlabel 'p(π_{LOG} = 1), logging policy'
set ylabel 'variance of one record'
set xrange [0:1]
set yrange [0:1.2]
subtitle = 'Two actions of means 0.1 and 0.5; p(π = 1) = 1/3; exact'
eval panels(1, 1)
plot table('logging') using (column('q')):(column('replay_star')) with lines lw 2 lc rgb red title 'replay*', \
  '' using (column('q')):(column('red_star')) with lines lw 2 lc rgb blue title 'RED*', \
  '' using (column('q')):(column('online')) with lines lw 2 lc rgb orange title 'Var(r)', \
  '' using (column('q')):(column('twice_online')) with lines lw 2 lc rgb green title '2 Var(r)', \
  table('lines') using (column('red_star')):(column('height')) with lines lw 1.5 dt 2 lc rgb blue title 'least for RED*', \
  '' using (column('replay_star')):(column('height')) with lines lw 1.5 dt 2 lc rgb red title 'least for replay*', \
  '' using (column('evaluated')):(column('height')) with lines lw 1.5 dt 2 lc rgb black title 'evaluated policy'

# title: Figure 5.9a: variance of one record, uniform logging, two actions of means 0.1 and 0.5
# tables: evaluated
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top right samplen 2
set xlabel 'p(pi = 1), evaluated policy'
set ylabel 'variance of one record'
set xrange [0:1]
set yrange [0:0.9]
plot table('evaluated') using (column('p')):(column('replay_star')) with lines lw 2 lc rgb '#b2182b' title 'replay*', \
  '' using (column('p')):(column('red_star')) with lines lw 2 lc rgb '#2166ac' title 'RED*', \
  '' using (column('p')):(column('online')) with lines lw 2 lc rgb '#e08214' title 'Var(r)', \
  '' using (column('p')):(column('twice_online')) with lines lw 2 lc rgb '#1b7837' title '2 Var(r)'

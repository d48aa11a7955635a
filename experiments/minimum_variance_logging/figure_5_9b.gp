# title: Figure 5.9b: variance of one record by the logging policy, p(pi = 1) = 1/3; vertical lines: least of RED* (blue) and of replay* (red), and pi (black)
# tables: logging lines
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top center samplen 2
set xlabel 'p(pi_{LOG} = 1), logging policy'
set ylabel 'variance of one record'
set xrange [0:1]
set yrange [0:1.2]
plot table('logging') using (column('q')):(column('replay_star')) with lines lw 2 lc rgb '#b2182b' title 'replay*', \
  '' using (column('q')):(column('red_star')) with lines lw 2 lc rgb '#2166ac' title 'RED*', \
  '' using (column('q')):(column('online')) with lines lw 1 lc rgb '#e08214' title 'Var(r)', \
  '' using (column('q')):(column('twice_online')) with lines lw 1 lc rgb '#1b7837' title '2 Var(r)', \
  table('lines') using (column('red_star')):(column('height')) with lines lw 1 dt 2 lc rgb '#2166ac' notitle, \
  '' using (column('replay_star')):(column('height')) with lines lw 1 dt 2 lc rgb '#b2182b' notitle, \
  '' using (column('evaluated')):(column('height')) with lines lw 1 dt 2 lc rgb '#000000' notitle

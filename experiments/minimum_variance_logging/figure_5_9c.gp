# title: Figure 5.9c: the logging policy of least variance for each evaluated policy
# tables: optimum
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top left samplen 2
set size square
set xlabel 'p(pi = 1), evaluated policy'
set ylabel 'p(pi_{LOG} = 1) of least variance'
set xrange [0:1]
set yrange [0:1]
plot x with lines lw 1 dt 3 lc rgb '#000000' title 'pi itself', \
  table('optimum') using (column('p')):(column('red_star')) with lines lw 2 lc rgb '#2166ac' title 'RED*', \
  '' using (column('p')):(column('replay_star')) with lines lw 2 lc rgb '#b2182b' title 'replay*'

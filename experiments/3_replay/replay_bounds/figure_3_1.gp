# title: Figure 3.1: bounds on the error of replay and replay*, and how often they really fail
# tables: bounds
# without intervals: exact
subtitle = 'Bounds that hold with probability 0.95; K = 100, g = 0.1; exact'
eval panels(1, 2)
set logscale xy
set format x '10^{%T}'
set xlabel 'T, logged records'
set xrange [500:1e6]
set key top right spacing 1.1
set ylabel 'bound on |estimate − g|'
set title '(a) bounds'
set format y '10^{%T}'
set yrange [0.005:10]
plot table('bounds') using (column('T')):(column('li')) with lines lw 2 lc rgb red title "Li’s bound, as proved", \
  '' using (column('T')):(column('li_printed')) with lines lw 2 dt 2 lc rgb red title "Li’s bound, as stated", \
  '' using (column('T')):(column('replay')) with lines lw 2 lc rgb blue title 'replay (theorem 5)', \
  '' using (column('T')):(column('replay_star')) with lines lw 2 lc rgb green title 'replay* (theorem 6)', \
  '' using (column('T')):(column('replay_star_deviation')) with lines lw 2 dt 3 lc rgb dark title 'replay*, 1.96 std. dev.'
set ylabel 'probability'
set title '(b) exact probability of failure'
set yrange [1e-13:1]
set key bottom right
set format y '10^{%T}'
plot 0.05 with lines lw 1 lc rgb black title 'δ = 0.05', \
  table('bounds') using (column('T')):(column('li_failure')) with lines lw 2 lc rgb red title "Li’s bound, as proved", \
  '' using (column('T')):(column('replay_failure')) with lines lw 2 lc rgb blue title 'replay (theorem 5)', \
  '' using (column('T')):(column('replay_star_failure')) with lines lw 2 lc rgb green title 'replay* (theorem 6)'

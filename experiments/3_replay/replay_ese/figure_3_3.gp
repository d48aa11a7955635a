# title: Figure 3.3: replay* and replay against each other, and against the ideal experiment
# tables: curve
# without intervals: Exact
subtitle = 'Exact, K = 20, g = 0.1; the ideal experiment: T/K interactions, which the thesis leaves out'
eval panels(1, 2)
set key bottom right
set xlabel 'T, logged records'
set ylabel 'ln of a ratio of expected squared errors'
set yrange [-0.9:0.6]
longest = last('curve', 'T')
set title '(a) long logs'
set xrange [0:1.03*longest]
set xtics tick(longest)
# A point per pixel is enough.
step = longest > 1000 ? floor(longest/500.0) : 1
plot 0 with lines lc rgb black notitle, \
  table('curve') every step using (column('T')):(column('log_ratio_ideal')) with lines lw 3 lc rgb green title 'replay*/ideal', \
  '' every step using (column('T')):(column('log_replay_ideal')) with lines lw 2 lc rgb red title 'replay/ideal', \
  '' every step using (column('T')):(column('log_ratio')) with lines lw 2 lc rgb blue title 'replay*/replay', \
  '' every step using (column('T')):(column('limit')) with lines lw 2 dt 2 lc rgb black title 'limit of replay*/replay'
set title '(b) short logs'
set xrange [0:longest > 500 ? 500 : longest]
set xtics 100
plot 0 with lines lc rgb black notitle, \
  table('curve') every 2::0::499 using (column('T')):(column('log_ratio_ideal')) with lines lw 2 lc rgb green title 'replay*/ideal', \
  '' every 2::0::499 using (column('T')):(column('log_replay_ideal')) with lines lw 2 lc rgb red title 'replay/ideal', \
  '' every 2::0::499 using (column('T')):(column('log_ratio')) with lines lw 2 lc rgb blue title 'replay*/replay', \
  '' every 2::0::499 using (column('T')):(column('log_ratio_printed')) with lines lw 2.5 dt 3 lc rgb purple title 'the same, theorem 8 as stated'

# title: Replay counts the records where the policy chooses the logged action
# tables: replayed
subtitle = 'Uniform log of ten actions; '.intervals('replayed').' (narrower than the marks)'
eval panels(1, 1)
set key at graph 0.03, graph 0.97 left top Left reverse
set xlabel 'T, records of the log'
set ylabel 'interactions'
set xrange [0:1.03*last('replayed', 'T')]
set yrange [0:1.03*last('replayed', 'T')]
is(a) = stringcolumn('algorithm') eq a ? column('T') : NaN
plot x with lines lw 2 dt 2 lc rgb grey title 'T: all records', x/10 with lines lw 2 lc rgb sky title 'T/K: one record in ten', \
  table('replayed') using (is('UCB')):(column('accepted')):(half('accepted')) with yerrorbars pt 7 ps 1.1 lc rgb green title 'accepted by UCB', \
  '' using (is('LinUCB')):(column('accepted')):(half('accepted')) with yerrorbars pt 2 ps 1.3 lw 2 lc rgb red title 'accepted by LinUCB'

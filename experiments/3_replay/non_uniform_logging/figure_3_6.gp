# title: Figure 3.6: weights that make replay and replay* unbiased
# tables: weights
# without intervals: Exact
set xlabel 'weight of action 2'
set ylabel 'weight of action 1'
set xrange [0:2]
set yrange [0:32]
set key top right spacing 1.1
subtitle = "Exact, logger (0.1, 0.9); solid: replay; dashed: replay*; thin: replay* of A_b as the proof has it\ncircle: 1/p, right for every static policy; square: where all three dashed lines meet"
eval panels(1, 1)
plot table('weights') using (column('w2')):(column('uniform_replay')) with lines lw 2.5 lc rgb blue title 'uniform policy', \
  '' using (column('w2')):(column('alternating_replay')) with lines lw 2.5 lc rgb red title 'A_a: in turns', \
  '' using (column('w2')):(column('cycle_replay')) with lines lw 2.5 lc rgb green title 'A_b: 1, 2, at random', \
  '' using (column('w2')):(column('uniform_star')) with lines lw 2.5 dt 2 lc rgb blue notitle, \
  '' using (column('w2')):(column('alternating_star')) with lines lw 2.5 dt 2 lc rgb red notitle, \
  '' using (column('w2')):(column('cycle_star')) with lines lw 2.5 dt 2 lc rgb green notitle, \
  '' using (column('w2')):(column('cycle_star_printed')) with lines lw 1 lc rgb dark title 'A_b as stated', \
  '+' using (10.0/9):(10.0) every ::0::0 with points pt 6 ps 2 lw 2 lc rgb black notitle, \
  '+' using (5.0/6):(15.0) every ::0::0 with points pt 4 ps 2 lw 2 lc rgb black notitle

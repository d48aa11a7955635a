# title: Where theorems 5 and 6 hold: exact probability of failure over δ
# tables: validity
# without intervals: one dot per
subtitle = 'Above 1 the bound fails; one dot per K, g, δ and T; the proofs hold to the right of the dashed line'
eval panels(1, 2)
set logscale xy
set format x '10^{%T}'
set format y '10^{%T}'
set xlabel 'T over the T from which the proof holds'
set ylabel 'failure probability/δ'
stats table('validity') using (column('T')/column('replay_valid_from')) name 'R' nooutput
stats table('validity') using (column('T')/column('replay_star_valid_from')) name 'S' nooutput
set xrange [0.5*(R_min < S_min ? R_min : S_min):2*(R_max > S_max ? R_max : S_max)]
set yrange [1e-6:1e4]
set arrow from 1, graph 0 to 1, graph 1 nohead dt 2 lc rgb grey
set key off
set title '(a) replay, theorem 5'
plot 1 with lines lc rgb black, table('validity') using (column('T')/column('replay_valid_from')):(column('replay_ratio')) with points pt 7 ps 0.5 lc rgb blue
set title '(b) replay*, theorem 6'
plot 1 with lines lc rgb black, table('validity') using (column('T')/column('replay_star_valid_from')):(column('replay_star_ratio')) with points pt 7 ps 0.5 lc rgb green

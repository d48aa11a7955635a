# title: Where theorems 5 and 6 hold: exact failure probability over delta (above 1: the bound fails); they are proved from the T where the factor of Chernoff's bound is at most 1
# tables: validity
set multiplot layout 1,2
set logscale xy
set format x '10^{%T}'
set format y '10^{%T}'
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'T, logged records, over the T from which the proof holds'
set ylabel 'failure probability / delta'
set yrange [1e-6:1e4]
set arrow from 1, graph 0 to 1, graph 1 nohead dt 2 lc rgb '#888888'
set key off
set title 'replay, theorem 5'
plot 1 with lines lc rgb '#000000', table('validity') using (column('T')/column('replay_valid_from')):(column('replay_ratio')) with points pt 7 ps 0.5 lc rgb '#2166ac'
set title 'replay*, theorem 6'
plot 1 with lines lc rgb '#000000', table('validity') using (column('T')/column('replay_star_valid_from')):(column('replay_star_ratio')) with points pt 7 ps 0.5 lc rgb '#1b7837'
unset multiplot

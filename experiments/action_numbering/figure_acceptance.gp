# title: Records accepted by replay, relative to T/K: (a) 19 deterministic algorithms, K = 46, T = 2,000; (b) UCB and LinUCB against T/K^2 for K = 10, 20, 46 (95% intervals; line: 1 + (K - H_K) K/T for K = 46)
# tables: algorithms grid
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set ylabel 'accepted / (T/K)'
set title '(a)'
set xtics rotate by -60
set key top right samplen 1
set yrange [0.8:2.4]
pick(e) = stringcolumn('evaluator') eq e ? column('ratio') : NaN
set xrange [-1:19]
plot table('algorithms') using (int($0/3)):(pick('appearance')):(1.96*column('ratio_se')):xtic(1) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#b2182b' title 'by first appearance', \
  '' using (int($0/3)-0.15):(pick('name')):(1.96*column('ratio_se')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#2166ac' title 'by name', \
  '' using (int($0/3)+0.15):(pick('chance')):(1.96*column('ratio_se')) with yerrorbars lw 2 pt 6 ps 0.6 lc rgb '#1b7837' title 'at random'
set xtics norotate
set title '(b)'
set logscale x
set xrange [0.3:300]
set autoscale y
set yrange [0.8:3.5]
set xlabel 'T / K^2'
of(a, e) = stringcolumn('algorithm') eq a && stringcolumn('evaluator') eq e ? column('ratio') : NaN
plot table('grid') using (column('rounds')):(of('UCB', 'appearance')):(1.96*column('ratio_se')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#b2182b' title 'UCB, by first appearance', \
  '' using (column('rounds')):(of('LinUCB', 'appearance')):(1.96*column('ratio_se')) with yerrorbars lw 2 pt 5 ps 0.6 lc rgb '#ef8a62' title 'LinUCB, by first appearance', \
  '' using (column('rounds')):(of('UCB', 'name')):(1.96*column('ratio_se')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb '#2166ac' title 'UCB, by name', \
  1 + (46 - 4.4167) / (46 * x) lw 2 dt 2 lc rgb '#444444' title '1 + (K - H_K) K/T'
unset multiplot

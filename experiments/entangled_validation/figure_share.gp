# title: T-BRED over the share of tests, down to one test a resample: UCB(1), T = 200, B = 1 / tau, 99% intervals
# tables: share
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xlabel 'share of tests tau (1/T = 0.005)'
set ylabel 'mean estimate'
set xrange [0.004:0.7]
set yrange [0.325:0.365]
set key bottom right
plot 0.35191 with lines lw 2 lc rgb '#555555' title 'g(T), the truth', \
  0.33874 with lines lw 2 dt 2 lc rgb '#b2182b' title 'g(T/2), what appendix A.4.1 (p. 225) expects of one test', \
  table('share') using (column('tau')):(column('estimate')):(2.576*column('estimate_se')) with yerrorbars lw 2 pt 7 lc rgb '#2166ac' title 'T-BRED'

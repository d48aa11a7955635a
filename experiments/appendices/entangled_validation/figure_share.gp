# title: T-BRED by the share of tests, down to one test per resample
# tables: share
set logscale x
set xlabel 'τ, share of tests'
set ylabel 'mean estimate'
set xrange [0.004:0.7]
set yrange [*:*]
set offsets 0, 0, graph 0.05, graph 0.3
set key bottom right
subtitle = 'UCB(1), T = '.last_horizon('share').', B = 1/τ; 99% intervals over '.runs('share')
eval panels(1, 1)
plot 0.35191 with lines lw 2 lc rgb dark title 'g(T), the truth', \
  0.33874 with lines lw 2 dt 2 lc rgb red title 'g(T/2), expected of one test in appendix A.4.1', \
  table('share') using (column('tau')):(column('estimate')):(half_99('estimate')) with yerrorbars lw 2 pt 7 lc rgb blue title 'T-BRED'

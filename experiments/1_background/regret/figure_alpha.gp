# title: UCB: regret by its α, and pulls of a worse action
# tables: alphas pulls
subtitle = '(a) T = '.number(last_horizon('alphas')).', ticks: α = the best mean, '.intervals('alphas').'; (b) two actions, α = 2, '.runs('pulls')
eval panels(1, 2)
set logscale xy
set key bottom right
set xlabel 'α'
set format x '10^{%T}'
set format y '10^{%T}'
set ylabel 'cumulative regret'
set title '(a) regret by α'
set yrange [*:*]
set offsets graph 0.03, graph 0.03, graph 0.3, graph 0.1
set key top right
pick(b) = column('best') == b ? column('alpha') : NaN
set arrow 1 from 0.02, graph 0 to 0.02, graph 0.06 nohead lw 3 lc rgb blue
set arrow 2 from 0.1, graph 0 to 0.1, graph 0.06 nohead lw 3 lc rgb green
set arrow 3 from 0.5, graph 0 to 0.5, graph 0.06 nohead lw 3 lc rgb red
plot table('alphas') using (pick(0.5)):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'best mean 0.5', \
  '' using (pick(0.1)):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb green title 'best mean 0.1', \
  '' using (pick(0.02)):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'best mean 0.02'
unset arrow
set key bottom right
set xlabel 'ln T/gap^2'
set ylabel 'pulls of the worse action'
set title '(b) pulls of the worse action'
set xrange [*:*]
set yrange [*:*]
set offsets graph 0.1, graph 0.1, graph 0.1, graph 0.2
plot table('pulls') using (column('order')):(column('pulls')):(half_of('pulls', 'expected')) with yerrorbars lw 2 pt 7 ps 0.7 lc rgb green title 'measured', \
  '' using (column('order')):(column('bound')) with points pt 2 ps 1 lw 2 lc rgb red title "bound of Auer et al.", \
  2*x lw 2 dt 2 lc rgb dark title '2 ln T/gap^2'

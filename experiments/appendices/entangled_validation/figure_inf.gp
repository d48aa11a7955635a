# title: T-BRED∞: bias by the additional expansion E
# tables: inf_ucb inf_lin_ucb
subtitle = '99% intervals over '.runs('inf_ucb').' (a) and '.number(replicates('inf_lin_ucb')).' (b)'
eval panels(1, 2)
set logscale x 2
set xlabel 'E, additional expansion'
set ylabel 'estimate minus truth'
set xrange [0.8:10]
set offsets 0, 0, graph 0.3, graph 0.05
set xzeroaxis lt 1 lw 1.5 lc rgb dark
set key top left
pick(e) = stringcolumn('evaluator') eq e ? column('E') : NaN
set title sprintf('(a) UCB(1), T = %s', number(last_horizon('inf_ucb')))
plot table('inf_ucb') using (pick('printed')*0.97):(column('error')):(half_99('error')) with yerrorbars lw 2 pt 7 lc rgb blue title 'as stated in the thesis', \
  '' using (pick('tests counted')*1.03):(column('error')):(half_99('error')) with yerrorbars lw 2 pt 6 lc rgb red title 'tests counted'
set title sprintf('(b) LinUCB(1, 1), T = %s, tests counted', number(last_horizon('inf_lin_ucb')))
set yrange [*:0<*]
plot table('inf_lin_ucb') using (pick('T-BRED_inf')*0.97):(column('error')):(half_99('error')) with yerrorbars lw 2 pt 7 lc rgb blue title 'learning from all', \
  '' using (pick('T-BRED_inf^TL')*1.03):(column('error')):(half_99('error')) with yerrorbars lw 2 pt 6 lc rgb green title 'tweaked learning'

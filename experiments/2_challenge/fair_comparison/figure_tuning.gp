# title: Table 2.2: mean reward of each candidate parameter
# tables: candidates_15 candidates_50
subtitle = 'Over '.number(last_horizon('candidates_15')).' interactions; squares: the parameters of the thesis; '.intervals('candidates_15').' (F = 15), '.number(replicates('candidates_50')).' (F = 50)'
right = 185; across = 50; down = 84
eval panels(2, 3)
set logscale x
set xrange [0.0006:5]
set xtics 10
set format x '10^{%T}'
algorithms = 'UCB Perceptron-UCB LAP LinUCB Eco-LinUCB'
colours = green.' '.purple.' '.blue.' '.red.' '.orange
# LAP's candidates are a thousand times those of the others.
unit(a) = a eq 'LAP' ? 1000.0 : 1.0
pick(a, q) = (stringcolumn('algorithm') eq a && column('q_max') == q) ? column('candidate')/unit(a) : NaN
printed(a, q) = (stringcolumn('algorithm') eq a && column('q_max') == q && column('candidate') == column('printed')) ? column('candidate')/unit(a) : NaN
do for [f in '15 50'] {
  do for [q in '2 5 10'] {
    set title sprintf('F = %s, q_{max} = %s', f, q)
    set ylabel (q eq '2' ? 'mean reward' : '')
    set xlabel (f eq '50' ? 'α; LAP: β/1000' : '')
    if (f eq '50' && q eq '10') { set key outside right center Left reverse samplen 1.5 } else { unset key }
    set yrange [*<(q eq '2' ? 0.35 : 0.40):*]
    plot for [i=1:5] table('candidates_'.f) using (pick(word(algorithms, i), q + 0)):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 pt 7 ps 0.4 lc rgb word(colours, i) title word(algorithms, i), \
      for [i=1:4] '' using (printed(word(algorithms, i), q + 0)):(column('estimate')) with points pt 4 ps 1.5 lw 2 lc rgb word(colours, i) notitle
  }
}

# title: Table 2.2: what each candidate earns (95% intervals); squares: the parameters that the thesis printed
# tables: candidates_15 candidates_50
set multiplot layout 2,3
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xrange [0.0006:5]
set xtics (0.001, 0.01, 0.1, 1)
set format x '%g'
algorithms = 'UCB Perceptron-UCB LAP LinUCB Eco-LinUCB'
colours = '#1b7837 #a6761d #2166ac #b2182b #f4a582'
# LAP's candidates are a thousand times those of the others.
unit(a) = a eq 'LAP' ? 1000.0 : 1.0
pick(a, q) = (stringcolumn('algorithm') eq a && column('q_max') == q) ? column('candidate')/unit(a) : NaN
printed(a, q) = (stringcolumn('algorithm') eq a && column('q_max') == q && column('candidate') == column('printed')) ? column('candidate')/unit(a) : NaN
do for [f in '15 50'] {
  do for [q in '2 5 10'] {
    set title sprintf('F = %s, q_{max} = %s', f, q)
    set ylabel (q eq '2' ? 'mean reward' : '')
    set xlabel (f eq '50' ? '{/Symbol a}; {/Symbol b}/1000 of LAP' : '')
    if (f eq '50' && q eq '10') { set key top right samplen 1.5 spacing 0.9 } else { unset key }
    set yrange [(q eq '2' ? 0.35 : 0.40):(q eq '2' ? 0.50 : q eq '5' ? 0.55 : 0.70)]
    plot for [i=1:5] table('candidates_'.f) using (pick(word(algorithms, i), q + 0)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 1.5 pt 7 ps 0.4 lc rgb word(colours, i) title word(algorithms, i), \
      for [i=1:4] '' using (printed(word(algorithms, i), q + 0)):(column('estimate')) with points pt 4 ps 1.5 lw 2 lc rgb word(colours, i) notitle
  }
}
unset multiplot

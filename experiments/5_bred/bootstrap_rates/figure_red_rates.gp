# title: The bootstrap of RED∞: distance from the true distribution
# tables: red_rows red_plain red_gamma
subtitle = 'Studentised where nothing else is said. (a) '.intervals('red_rows').', plain '.runs('red_plain').'; (b) '.runs('red_gamma').".\n".'Guides are powers through the first point of a curve.'
eval panels(1, 2)
set logscale xy
eval close_ticks('y')
eval roomy
set key bottom left spacing 1.1
set title '(a) by the size of the log'
set xlabel 'T, records'
set ylabel 'largest distance'
# A power of x through the first point of a curve: a guide for the eye.
guide(x, y, p) = (start = column(0) == 0 ? 0 : start, start = start > 0 || !(y > 0) ? start : y/x**p, start > 0 ? start*x**p : NaN)
one(c) = column('E') == 1 ? c : NaN
plot table('red_rows') using (one(column('T'))):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red title 'studentised', \
  '' using (one(column('T'))):(1/column('T')) with lines lw 1.5 dt 2 lc rgb dark title '1/T', \
  table('red_plain') using (one(column('T'))):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb blue title 'plain', \
  '' using (one(column('T'))):(guide(one(column('T')), column('estimate'), -0.5)) with lines lw 1.5 dt 3 lc rgb dark title 'guide, 1/√T'
set title '(b) by the coefficient'
set xlabel 'Γ*'
set xrange [1.5:40]
eval close_ticks('x')
set offsets graph 0, graph 0, graph 0.35, graph 0.05
set key top left spacing 1.1
pick(e) = column('epsilon') == e ? column('gamma_star') : NaN
plot table('red_gamma') using (pick(0)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red title 'deterministic', \
  '' using (pick(0.5)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb orange title 'half of it uniform', \
  '' using (pick(0)):(guide(pick(0), column('estimate'), 1)) with lines lw 1.5 dt 2 lc rgb dark title 'guide, Γ*', \
  '' using (pick(0)):(guide(pick(0), column('estimate'), 0.5)) with lines lw 1.5 dt 3 lc rgb dark title 'guide, √Γ*'

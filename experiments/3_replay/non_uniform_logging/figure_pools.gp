# title: Bias of replay and its corrections under a changing pool
# tables: two_segments
set logscale x
set xrange [40:500]
set xtics (50, 100, 200, 400)
set xlabel 'records in each of the two segments'
set ylabel 'bias of the estimate (truth 0.175)'
set yrange [*<-0.01:0.09<*]
set key center right spacing 1.2
pick(e) = stringcolumn('evaluator') eq e ? column('T') : NaN
subtitle = 'Five actions of mean reward 0.3, then twenty of 0.05; points: simulated, '.intervals('two_segments').'; lines: exact'
eval panels(1, 1)
plot 0 with lines lc rgb black notitle, \
  table('two_segments') using (pick('naive replay')):(column('theory_bias')) with lines lw 1.5 lc rgb red notitle, \
  '' using (pick('naive replay')):(column('error')):(half_of('error', 'estimate')) with yerrorbars lw 2 pt 7 lc rgb red title 'naive replay', \
  '' using (pick('single pass with K_t')):(column('theory_bias')) with lines lw 1.5 lc rgb orange notitle, \
  '' using (pick('single pass with K_t')):(column('error')):(half_of('error', 'estimate')) with yerrorbars lw 2 pt 7 lc rgb orange title 'single pass with K_t', \
  '' using (pick('separate segments')):(column('theory_bias')) with lines lw 1.5 lc rgb blue notitle, \
  '' using (pick('separate segments')):(column('error')):(half_of('error', 'estimate')) with yerrorbars lw 2 pt 7 lc rgb blue title 'separate segments', \
  '' using (pick('replay* with K_t')):(column('theory_bias')) with lines lw 1.5 lc rgb green notitle, \
  '' using (pick('replay* with K_t')):(column('error')):(half_of('error', 'estimate')) with yerrorbars lw 2 pt 7 lc rgb green title 'replay* with K_t'

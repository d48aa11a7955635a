# title: Figure 5.9b by simulation: mean squared error by the logging policy
# tables: weighted
set xlabel 'p(π_{LOG} = 1), logging policy'
set ylabel 'T times the mean squared error'
set xrange [0.05:0.55]
set yrange [0:0.9<*]
set offsets 0, 0, graph 0.1, 0
set key top right
pick(a, s) = (stringcolumn('evaluator') eq a && (s == 0 || column('step') == s)) ? column('q') : NaN
names = "'replay*' 'replay' 'RED*' 'RED*_inf' 'RED_inf'"
steps = "0 0 2 0 0"
titles = "'replay*' 'replay (weighted)' 'RED*, 2 passes' 'RED*_∞' 'RED_∞'"
colours = red.' '.orange.' '.grey.' '.blue.' '.green
subtitle = 'p(π = 1) = 0.3, T = '.first('weighted', 'T').'; lines: formulas; '.intervals('weighted')
eval panels(1, 1)
plot for [i=1:words(names)] table('weighted') using (pick(word(names, i), word(steps, i) + 0)):(column('T')*column('squared_error')):(column('T')*half_of('squared_error', 'estimate')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb word(colours, i) title word(titles, i), \
  for [i=1:words(names)] '' using (pick(word(names, i), word(steps, i) + 0)):(column('T')*column('predicted')) with lines lw 1.5 lc rgb word(colours, i) notitle

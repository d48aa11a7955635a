# title: Figure 5.9b by simulation: mean squared error of one record's worth (T times the error's square) by the logging policy, p(pi = 1) = 0.3, T = 200 (bars: 95% intervals; lines: formulas)
# tables: weighted
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'p({/Symbol p}_{LOG} = 1)'
set ylabel 'T times the mean squared error'
set xrange [0.05:0.55]
set yrange [0:0.9<*]
set key top right samplen 2
pick(a, s) = (stringcolumn('evaluator') eq a && (s == 0 || column('step') == s)) ? column('q') : NaN
names = "'replay*' 'replay' 'RED*' 'RED*_inf' 'RED_inf'"
steps = "0 0 2 0 0"
titles = "'replay*' 'replay (weighted)' 'RED*, 2 passes' 'RED*_{/Symbol \245}' 'RED_{/Symbol \245}'"
colours = "#b2182b #ef8a62 #999999 #2166ac #1b7837"
plot for [i=1:words(names)] table('weighted') using (pick(word(names, i), word(steps, i) + 0)):(column('T')*column('squared_error')):(1.96*column('T')*column('squared_error_se')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb word(colours, i) title word(titles, i), \
  for [i=1:words(names)] '' using (pick(word(names, i), word(steps, i) + 0)):(column('T')*column('predicted')) with lines lw 1.5 lc rgb word(colours, i) notitle

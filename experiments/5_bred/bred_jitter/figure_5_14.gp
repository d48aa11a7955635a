# title: Figure 5.14: mean reward so far of LinUCB, in play and under S-BRED with jitter
# tables: curves curve_differences
subtitle = 'S-BRED (B = 1) on '.number(last_horizon('curves')).' records, jitter of bandwidth h = C/√T; one model; (b) '.intervals('curves')."\nDrawn as far as nine resamples in ten last"
# Where few resamples are left they are those that accepted most, whose mean is another one.
last(table) = column('estimate_n') >= 0.9*replicates(table)
eval panels(1, 2)
set xlabel 'interactions (thousands)'
set xrange [0:*]
eval roomy
set key bottom right
set ylabel 'mean reward so far'
pick(e) = (stringcolumn('evaluator') eq e && last('curves')) ? column('step')/1000 : NaN
differ(e) = (stringcolumn('minuend') eq e && stringcolumn('subtrahend') eq 'online' && last('curve_differences')) ? column('step')/1000 : NaN
set title '(a) the curves'
plot table('curves') using (pick('online')):(column('estimate')) with lines lw 3 lc rgb dark title 'the model itself', \
  '' using (pick('jitter 0')):(column('estimate')) with linespoints lw 1.5 pt 7 ps 0.3 lc rgb red title 'C = 0', \
  '' using (pick('jitter 25')):(column('estimate')) with linespoints lw 1.5 pt 7 ps 0.3 lc rgb orange title 'C = 25', \
  '' using (pick('jitter 52')):(column('estimate')) with linespoints lw 1.5 pt 7 ps 0.3 lc rgb green title 'C = 52', \
  '' using (pick('jitter 75')):(column('estimate')) with linespoints lw 1.5 pt 7 ps 0.3 lc rgb blue title 'C = 75'
set title '(b) S-BRED minus the model'
set ylabel 'difference'
unset key
set xzeroaxis lw 1.5 lc rgb dark
plot table('curve_differences') using (differ('jitter 0')):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 pt 7 ps 0.3 lc rgb red, \
  '' using (differ('jitter 25')):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 pt 7 ps 0.3 lc rgb orange, \
  '' using (differ('jitter 52')):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 pt 7 ps 0.3 lc rgb green, \
  '' using (differ('jitter 75')):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 pt 7 ps 0.3 lc rgb blue

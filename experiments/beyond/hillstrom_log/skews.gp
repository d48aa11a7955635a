# title: Visit rates by e-mail, on the whole log and on skewed subsamples of it
# tables: estimates
subtitle = "Hillstrom's 64,000 customers; a point is a subsample; lines: the whole log"
eval panels(1, 3)
set yrange [0.05:0.3]
set xrange [0.4:4.6]
set xtics ("men's" 1, "women's" 2, 'none' 3, 'uniform' 4) rotate by 40 right
set ylabel 'share of customers who visit'
set key top right
place(a) = a eq "men's e-mail" ? 1 : a eq "women's e-mail" ? 2 : a eq 'no e-mail' ? 3 : 4
at(d, e) = stringcolumn('dataset') eq d && stringcolumn('evaluator') eq e ? place(stringcolumn('algorithm')) : NaN
truth(d) = stringcolumn('dataset') eq 'whole' && stringcolumn('evaluator') eq 'self-normalised' && column('sample') == 1 ? place(stringcolumn('algorithm')) : NaN
set title '(a) mild'
plot table('estimates') using (truth(0)):(column('estimate')):(0.4) with xerrorbars lw 2 pt 0 lc rgb black notitle, \
  '' using (at('mild', 'unweighted') - 0.15):(column('estimate')) with points pt 6 ps 0.5 lc rgb red title 'unweighted', \
  '' using (at('mild', 'self-normalised') + 0.15):(column('estimate')) with points pt 7 ps 0.5 lc rgb blue title 'weighted'
set title '(b) strong'
plot table('estimates') using (truth(0)):(column('estimate')):(0.4) with xerrorbars lw 2 pt 0 lc rgb black notitle, \
  '' using (at('strong', 'unweighted') - 0.15):(column('estimate')) with points pt 6 ps 0.5 lc rgb red title 'unweighted', \
  '' using (at('strong', 'self-normalised') + 0.15):(column('estimate')) with points pt 7 ps 0.5 lc rgb blue title 'weighted'
set title '(c) by customer'
plot table('estimates') using (truth(0)):(column('estimate')):(0.4) with xerrorbars lw 2 pt 0 lc rgb black notitle, \
  '' using (at('contextual', 'unweighted') - 0.15):(column('estimate')) with points pt 6 ps 0.5 lc rgb red title 'unweighted', \
  '' using (at('contextual', 'self-normalised') + 0.15):(column('estimate')) with points pt 7 ps 0.5 lc rgb blue title 'weighted'

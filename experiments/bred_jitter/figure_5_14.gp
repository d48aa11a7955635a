# title: Figure 5.14: LinUCB's mean reward so far, played against the model and replayed by S-BRED (B = 1) on 20,000 records with jitter h = C / sqrt(T) (right: 95% intervals)
# tables: curves curve_differences
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'interactions (thousands)'
set xrange [0:20.8]
set key bottom right samplen 2
set ylabel 'mean reward so far'
set yrange [0.3:0.6]
pick(e) = stringcolumn('evaluator') eq e ? column('step')/1000 : NaN
differ(e) = (stringcolumn('minuend') eq e && stringcolumn('subtrahend') eq 'online') ? column('step')/1000 : NaN
set title '(a) the curves'
plot table('curves') using (pick('online')):(column('estimate')) with lines lw 3 lc rgb '#222222' title 'the model itself', \
  '' using (pick('jitter 0')):(column('estimate')) with linespoints lw 1.5 pt 7 ps 0.3 lc rgb '#b2182b' title 'C = 0', \
  '' using (pick('jitter 25')):(column('estimate')) with linespoints lw 1.5 pt 7 ps 0.3 lc rgb '#e08214' title 'C = 25', \
  '' using (pick('jitter 52')):(column('estimate')) with linespoints lw 1.5 pt 7 ps 0.3 lc rgb '#1b7837' title 'C = 52', \
  '' using (pick('jitter 75')):(column('estimate')) with linespoints lw 1.5 pt 7 ps 0.3 lc rgb '#2166ac' title 'C = 75'
set title '(b) S-BRED less the model'
set ylabel 'difference'
set yrange [-0.03:0.05]
unset key
set xzeroaxis lw 1.5 lc rgb '#222222'
plot table('curve_differences') using (differ('jitter 0')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 1.5 pt 7 ps 0.3 lc rgb '#b2182b', \
  '' using (differ('jitter 25')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 1.5 pt 7 ps 0.3 lc rgb '#e08214', \
  '' using (differ('jitter 52')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 1.5 pt 7 ps 0.3 lc rgb '#1b7837', \
  '' using (differ('jitter 75')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 1.5 pt 7 ps 0.3 lc rgb '#2166ac'
unset multiplot

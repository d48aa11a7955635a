# title: Figure 5.15: S-BRED for LinUCB: error and bias by the jitter, error by the resamples
# tables: trade_off trade_off_rows resamples
subtitle = 'Jitter of bandwidth h = C/√T; T = '.number(first('trade_off', 'T')).', one model; shaded: the thesis’s best range; bias with '.intervals('trade_off')
eval panels(1, 2)
set key top center
set title '(a) B = 2'
set xlabel 'C'
set ylabel 'difference of mean rewards'
set xrange [-3:103]
set yrange [0:*]
eval headroom
set object 1 rectangle from 35, graph 0 to 70, graph 1 behind fillcolor rgb pale fillstyle solid 0.6 noborder
pick(e) = stringcolumn('evaluator') eq e ? column('C') : NaN
plot table('trade_off_rows') using (pick('S-BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'mean absolute error', \
  table('trade_off') using (pick('S-BRED')):(abs(column('error'))):(half('error')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'absolute bias'
unset object 1
set title '(b) C = 75'
set xlabel 'B, resamples'
set ylabel 'mean absolute error'
set logscale x
set xrange [*:*]
set xtics (1, 2, 5, 10, 20, 50)
unset key
plot table('resamples') using (column('step')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb red

# title: Figure 5.15: S-BRED for LinUCB: error and bias by the jitter, error by the resamples
# tables: trade_off trade_off_rows resamples
subtitle = 'Jitter of bandwidth h = C/√T; T = '.number(first('trade_off', 'T')).', one model; shaded: the thesis’s best range; '.intervals('trade_off')
eval panels(1, 2)
set key top center
set title '(a) B = 2'
set xlabel 'C'
set ylabel 'difference of mean rewards'
set xrange [-3:103]
set yrange [0:*]
eval headroom
set object 1 rectangle from 35, graph 0 to 70, graph 1 behind fillcolor rgb pale fillstyle solid 0.6 noborder
eval means_of_rows('$Means', table('trade_off_rows'), 'column("C")', values('trade_off_rows', 'C'), 'stringcolumn("evaluator") eq "S-BRED"', 'abs(column("error"))')
pick(e) = stringcolumn('evaluator') eq e ? column('C') : NaN
plot $Means using 1:2:3 with yerrorlines lw 2 pt 5 ps 0.5 lc rgb red title 'mean absolute error', \
  table('trade_off') using (pick('S-BRED')):(abs(column('error'))):(half('error')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'absolute bias'
unset object 1
set title '(b) C = 75'
set xlabel 'B, resamples'
set ylabel 'mean absolute error'
set logscale x
set xrange [*:*]
set xtics (1, 2, 5, 10, 20, 50)
unset key
steps = ''
stats table('resamples') using (column('step') > 0 && strstrt(steps.' ', ' '.stringcolumn('step').' ') == 0 ? (steps = steps.' '.stringcolumn('step'), 1) : 1) nooutput
eval means_of_rows('$Means', table('resamples'), 'column("step")', steps, '1', 'abs(column("error"))')
set yrange [0:*]
set offsets graph 0.04, graph 0.04, graph 0.05, 0
plot $Means using 1:2:3 with yerrorlines lw 2 pt 5 ps 0.5 lc rgb red

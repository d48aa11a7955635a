# title: Figure 5.15: S-BRED evaluating LinUCB on 10,000 records: bias and error over the jitter h = C / sqrt(T) (B = 2; 95% intervals of the bias; blue: the thesis's best range), and error over B at C = 75
# tables: trade_off trade_off_rows resamples
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top center samplen 2
set title '(a) T = 10,000, B = 2'
set xlabel 'C'
set ylabel 'reward'
set xrange [-2:102]
set yrange [0:0.06]
set object 1 rectangle from 35, graph 0 to 70, graph 1 behind fillcolor rgb '#d1e5f0' fillstyle solid 0.6 noborder
pick(e) = stringcolumn('evaluator') eq e ? column('C') : NaN
plot table('trade_off_rows') using (pick('S-BRED')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'mean absolute error', \
  table('trade_off') using (pick('S-BRED')):(abs(column('error'))):(1.96*column('error_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'absolute bias'
unset object 1
set title '(b) C = 75'
set xlabel 'B, resamples'
set ylabel 'mean absolute error'
set logscale x
set xrange [0.9:25]
set yrange [0:0.02]
unset key
plot table('resamples') using (column('step')):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.5 lc rgb '#b2182b'
unset multiplot

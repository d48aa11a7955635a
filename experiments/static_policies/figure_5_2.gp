# title: Figure 5.2: mean absolute error of the uniform policy’s estimated mean reward
# tables: horizons horizon_means
set logscale xy
set xlabel 'T, logged records'
set ylabel 'mean absolute error'
set key top right
set xrange [0.8*first('horizons', 'T'):1.25*last('horizons', 'T')]
set format x '10^{%T}'
set format y '10^{%T}'
set offsets graph 0.04, graph 0.04, graph 0.05, graph 0.05
pick(e, s) = (stringcolumn('evaluator') eq e && (s == 0 || column('step') == s)) ? column('T') : NaN
subtitle = 'One model; '.intervals('horizons')
eval panels(1, 1)
plot table('horizons') using (pick('replay*', 0)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb green title 'replay*', \
  '' using (pick('replay', 0)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb blue title 'replay', \
  '' using (pick('BRED', 1)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb orange title 'BRED(B = 1)', \
  '' using (pick('BRED', 10)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb red title 'BRED(B = 10)', \
  table('horizon_means') using (stringcolumn('method') eq 'replay' ? column('T') : NaN):(sqrt(2/pi*column('g')*(1-column('g'))/column('T'))) with lines dt 2 lw 1.5 lc rgb black title 'T interactions with the world'

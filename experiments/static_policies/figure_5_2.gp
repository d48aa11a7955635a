# title: Figure 5.2: mean absolute error of the uniform policy's estimated mean reward, by the size of the log
# tables: horizons horizon_means
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale xy
set xlabel 'T, logged records'
set ylabel 'mean absolute error'
set key top right samplen 2
set xrange [80:*]
set yrange [0.008:0.2]
pick(e, s) = (stringcolumn('evaluator') eq e && (s == 0 || column('step') == s)) ? column('T') : NaN
plot table('horizons') using (pick('replay*', 0)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb '#1b7837' title 'replay*', \
  '' using (pick('replay', 0)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb '#2166ac' title 'replay', \
  '' using (pick('BRED', 1)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb '#f4a582' title 'BRED(B = 1)', \
  '' using (pick('BRED', 10)):(abs(column('error'))) smooth unique with linespoints lw 2 pt 7 ps 0.7 lc rgb '#b2182b' title 'BRED(B = 10)', \
  table('horizon_means') using (stringcolumn('method') eq 'replay' ? column('T') : NaN):(sqrt(2/pi*column('g')*(1-column('g'))/column('T'))) with lines dt 2 lw 1.5 lc rgb 'black' title 'T interactions with the world'

# title: Figure 5.2: mean absolute error of the uniform policy’s estimated mean reward
# tables: horizons horizon_means
set xlabel 'T, logged records'
set ylabel 'mean absolute error'
set key top right
set format x '10^{%T}'
set format y '10^{%T}'
set offsets 0, 0, graph 0.3, graph 0.05
# Of each method and size of the log the mean absolute error and half of its interval.
methods = "'replay*' replay BRED BRED"
steps = '0 0 1 10'
titles = "'replay*' replay 'BRED (B = 1)' 'BRED (B = 10)'"
colours = green.' '.blue.' '.orange.' '.red
is(m, t) = stringcolumn('evaluator') eq word(methods, m) && column('T') == t && (m < 3 || column('step') == word(steps, m) + 0)
set print $Errors
do for [m=1:4] {
  do for [t in values('horizons', 'T')] {
    stats table('horizons') using (is(m, t + 0) ? abs(column('error')) : NaN) name 'OF' nooutput
    print sprintf('%d,%g,%g,%g', m, t + 0, OF_mean, student(0.975, OF_records)*OF_ssd/sqrt(OF_records))
  }
}
unset print
subtitle = 'One model; '.intervals('horizons')
eval panels(1, 1)
set xrange [0.8*first('horizons', 'T'):1.25*last('horizons', 'T')]
set logscale xy
plot for [m=1:4] $Errors using ($1 == m ? $2*(1 + 0.02*(m - 2.5)) : NaN):3:4 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb word(colours, m) title word(titles, m), \
  table('horizon_means') using (stringcolumn('method') eq 'replay' ? column('T') : NaN):(sqrt(2/pi*column('g')*(1-column('g'))/column('T'))) with lines dt 2 lw 1.5 lc rgb black title 'direct play, T interactions'

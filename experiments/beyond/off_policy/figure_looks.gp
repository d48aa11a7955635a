# title: Intervals of IPS that are looked at while the log grows
# tables: looks
subtitle = 'Four actions, weights up to 5; 95% intervals, '.runs('looks')
eval panels(1, 2)
pick(name, c) = stringcolumn('evaluator') eq name ? column(c) : NaN
set logscale x
set xrange [45:1.1*last_horizon('looks')]
set xlabel 'records so far'
set title '(a) logs whose interval has missed the truth'
set ylabel 'share of the logs, at any look so far'
set yrange [0:*]
set offsets 0, 0, graph 0.05, 0
set key top left
plot table('looks') using (pick('normal', 'step')):(column('ever_missed')):(half('ever_missed')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'normal', \
  '' using (pick('betting', 'step')):(column('ever_missed')):(half('ever_missed')) with yerrorlines lw 2 pt 5 ps 0.5 lc rgb blue title 'betting', \
  '' using (pick('sub-gamma', 'step')):(column('ever_missed')):(half('ever_missed')) with yerrorlines lw 2 pt 9 ps 0.5 lc rgb green title 'sub-gamma', \
  0.05 with lines lw 1 dt 2 lc rgb grey title '5%'
set title '(b) width'
set ylabel 'width of the interval'
set logscale y
set yrange [*:*]
eval close_ticks('y')
eval roomy
set key top right
plot table('looks') using (pick('normal', 'step')):(column('width')) with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'normal', \
  '' using (pick('betting', 'step')):(column('width')) with linespoints lw 2 pt 5 ps 0.5 lc rgb blue title 'betting', \
  '' using (pick('sub-gamma', 'step')):(column('width')) with linespoints lw 2 pt 9 ps 0.5 lc rgb green title 'sub-gamma'

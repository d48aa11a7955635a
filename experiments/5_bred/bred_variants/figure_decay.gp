# title: A decay looks K times steeper under replay
# tables: decay
# All curves end where direct play was last looked at.
stats table('decay') using (stringcolumn('evaluator') eq 'online' ? column('step') : NaN) name 'LIVE' nooutput
set xlabel 'interactions'
set ylabel 'mean reward so far'
set yrange [0.4:1]
set key top right spacing 1.2
set xrange [0:1.05*LIVE_max]
pick(e) = stringcolumn('evaluator') eq e && column('step') <= LIVE_max ? column('step') : NaN
subtitle = 'Mean reward so far of UCB; ten actions that all decay alike; '.intervals('decay')
eval panels(1, 1)
plot table('decay') using (pick('online')):(column('estimate')):(half('estimate')) with yerrorlines lw 4 pt 7 lc rgb grey title 'direct play', \
  '' using (pick('windows')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 6 ps 1.5 lc rgb blue title 'BRED on windows', \
  '' using (pick('replay')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.7 lc rgb red title 'replay'

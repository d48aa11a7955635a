# title: Thompson sampling and UCB, both tuned, where rewards come late
# tables: batch delay
subtitle = 'Nine arms pay 0.05, one 0.1; T = '.number(last_horizon('batch')).'; (a) '.intervals('batch').', (b) '.runs('delay')
eval panels(1, 2)
set logscale x
set xrange [0.7:1500]
set yrange [0.045:0.105]
set ylabel 'mean reward of an interaction'
set key bottom left
pick(a, c) = stringcolumn('algorithm') eq a ? column(c) : NaN
set xlabel 'steps in a batch'
set title '(a) seen at the end of a batch'
plot table('batch') using (pick('UCB', 'batch')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 7 lc rgb green title 'UCB', \
  '' using (pick('Thompson sampling', 'batch')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 5 lc rgb blue title 'Thompson sampling'
set xrange [7:1500]
set xlabel 'mean delay in steps'
set title '(b) seen after a geometric delay'
plot table('delay') using (pick('UCB', 'delay')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 7 lc rgb green title 'UCB', \
  '' using (pick('Thompson sampling', 'delay')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 5 lc rgb blue title 'Thompson sampling'

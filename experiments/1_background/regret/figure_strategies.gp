# title: A bandit whose actions are strategies
# tables: live logs_bias
subtitle = '(a) played live, '.intervals('live').'; (b) estimate minus truth on logs, '.intervals('logs_bias')
eval panels(1, 2)
set logscale x
set format x '10^{%T}'
set key bottom right
set xlabel 'interactions'
set ylabel 'mean reward'
set title '(a) live'
pick(a) = stringcolumn('algorithm') eq a ? column('step') : NaN
set offsets graph 0.04, graph 0.04, graph 0.05, graph 0.45
plot table('live') using (pick('LinUCB')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'LinUCB alone', \
  '' using (pick('bandit')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 5 ps 0.5 lc rgb blue title 'bandit', \
  '' using (pick('own')):(column('expected')):(half('expected')) with yerrorlines lw 2 dt 2 pt 4 ps 0.5 lc rgb sky title 'bandit, own data only', \
  '' using (pick('UCB')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb green title 'UCB alone', \
  '' using (pick('bad')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb grey title 'fixed action alone'
unset logscale x
unset format x
set key top right
set xlabel 'T, records of the log'
set ylabel 'estimate minus live'
set title '(b) bias'
set xzeroaxis lw 1.5 lc rgb dark
eval headroom
of(e) = (stringcolumn('minuend') eq e && stringcolumn('subtrahend') eq 'live') ? column('T') : NaN
plot table('logs_bias') using (of('replay')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb blue title 'replay', \
  '' using (of('BRED')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 6 ps 0.8 lc rgb orange title 'BRED', \
  '' using (of('jittered BRED')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb red title 'BRED, C = 50'

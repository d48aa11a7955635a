# title: Replay of learning algorithms on a generator like that of a published notebook
# tables: estimates curves
subtitle = number(last_horizon('estimates')).' uniform records, 10 actions: replay gives the first tenth of the interactions, BRED and T-BRED all of them'. \
  "\nBars: ".intervals('estimates')
names = "'LinTS' 'greedy LinUCB' 'epsilon-greedy' 'LinUCB'"
T = last_horizon('estimates')
place(a) = a eq 'LinTS' ? 1 : a eq 'greedy LinUCB' ? 2 : a eq 'epsilon-greedy' ? 3 : 4
at(e) = stringcolumn('evaluator') eq e ? place(stringcolumn('algorithm')) : NaN
of(a) = stringcolumn('algorithm') eq a ? column('step') : NaN
replayed(a) = stringcolumn('algorithm') eq a && stringcolumn('evaluator') eq 'replay' ? T/10.0*1.04**(place(a) - 2.5) : NaN
colour(a) = word(blue.' '.orange.' '.purple.' '.red, place(a))
left = 84; across = 84
eval panels(1, 2)
set ylabel 'mean reward'
set title 'all evaluators'
set xrange [0.5:4.5]
set xtics ('LinTS' 1, "greedy\nLinUCB" 2, "epsilon-\ngreedy" 3, 'LinUCB' 4)
set grid noxtics
set key top right
set offsets 0, 0, graph 1.1, graph 0.05
plot table('estimates') using (at('live')):(column('estimate')):(0.42) with xerrorbars lw 5 pt 0 lc rgb pale title 'the truth: live play', \
  '' using (at('replay') - 0.28):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb red title 'replay', \
  '' using (at('live T/K') - 0.17):(column('estimate')):(half('estimate')) with yerrorbars lw 1.5 pt 6 ps 0.7 lc rgb dark title 'live play, first tenth', \
  '' using (at('BRED') - 0.06):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 6 ps 0.6 lc rgb sky title 'BRED', \
  '' using (at('jittered BRED') + 0.05):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 7 ps 0.6 lc rgb green title 'BRED, jitter 10', \
  '' using (at('strongly jittered BRED') + 0.16):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 5 ps 0.6 lc rgb purple title 'BRED, jitter 50', \
  '' using (at('T-BRED') + 0.28):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 9 ps 0.7 lc rgb blue title 'T-BRED'
set title 'live play, and replay where its records end'
set grid xtics
set logscale x
set xtics auto
set xrange [80:T*1.3]
set format x '%.0f'
set xlabel 'interactions' offset 0, -0.4
unset ylabel
set key bottom right
set offsets 0, 0, graph 0.05, graph 0.3
plot for [a in names] table('curves') using (of(a)):(column('estimate')) with lines lw 2.5 lc rgb colour(a) title a, \
  for [a in names] table('estimates') using (replayed(a)):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 7 ps 0.7 lc rgb colour(a) notitle, \
  NaN with points pt 7 ps 0.7 lc rgb dark title 'replay'

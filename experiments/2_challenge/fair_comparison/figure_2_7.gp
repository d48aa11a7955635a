# title: Figure 2.7: mean reward so far of LAP and LinUCB at table 2.2’s parameters
# tables: curves long_run
subtitle = 'q_{max} = 10; (a) the thesis’s figure, '.intervals('curves').'; (b) F = 50 for longer, '.number(replicates('long_run')).' replicates'
eval panels(1, 2)
set logscale x
set key top left reverse Left
set ylabel 'mean reward so far'
set xlabel 'interactions'
set format x '10^{%T}'
set yrange [*<0.3:0.75<*]
pick(a) = stringcolumn('algorithm') eq a ? column('step') : NaN
set title '(a) F = 15 features'
set offsets graph 0.04, graph 0.04, 0, 0
set xrange [*:*]
plot table('curves') using (pick('LAP')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb blue title 'LAP, β = 10', \
  '' using (pick('LinUCB')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb red title 'LinUCB, α = 0.3, λ = 1', \
  '' using (pick('LinUCB with lambda 10')):(column('estimate')) with lines lw 2 dt 2 lc rgb red title 'LinUCB, α = 0.3, λ = 10', \
  '' using (pick('LAP with prior deviation 300')):(column('estimate')) with lines lw 2 dt 2 lc rgb blue title 'LAP, 300 read as a deviation'
set title '(b) F = 50 features'
set xrange [*:*]
plot table('long_run') using (pick('LAP')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb blue title 'LAP, β = 30', \
  '' using (pick('LinUCB')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb red title 'LinUCB, α = 0.1, λ = 1'

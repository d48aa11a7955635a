# title: Figure 5.1: mean reward so far of LinUCB and UCB; replay of T records sees only T/K interactions
# tables: curves replayed
longest = last('replayed', 'T')
shorter = words(values('replayed', 'T')) > 1 ? first('replayed', 'T') : longest/5
subtitle = 'Synthetic model, K = 10; played live, new models; crosses: replay on T records, drawn at T/K; '.intervals('curves')
eval panels(1, 2)
set key bottom right
set ylabel 'mean reward per interaction'
set xlabel 'interactions (thousands)'
stats table('curves') using (column('estimate') - half('estimate')) name 'LOW' nooutput
stats table('curves') using (column('estimate') + half('estimate')) name 'HIGH' nooutput
set yrange [floor(20*LOW_min - 2)/20.0:ceil(20*HIGH_max)/20.0]
# Where a log of T records ends replay's line. Bars that would lie on each other at the left end are left out.
curve(a) = stringcolumn('algorithm') eq a ? column('step')/1000 : NaN
bars(a, t) = stringcolumn('algorithm') eq a && column('step') >= t/40 && column('step') <= t ? column('step')/1000 : NaN
# The crosses of other sizes lie off the panel, so that gnuplot has points where a size is not in the table.
at(a, t) = stringcolumn('algorithm') eq a ? (column('T') == t ? t/10000.0 : -1) : NaN
do for [panel=1:2] {
  size = panel == 1 ? longest : shorter
  set title sprintf('(%s) T = %s', panel == 1 ? 'a' : 'b', number(size))
  set xrange [0:1.02*size/1000.0]
  set arrow 1 from size/10000.0, graph 0 to size/10000.0, graph 1 nohead lw 2 lc rgb sky
  set label 1 'T/K: replay ends' at size/10000.0, graph 0.04 offset 0.7,0 textcolor rgb blue
  plot table('curves') using (curve('LinUCB')):(column('estimate')) with lines lw 2 lc rgb red title 'LinUCB', \
    '' using (curve('UCB')):(column('estimate')) with lines lw 2 lc rgb green title 'UCB', \
    '' using (bars('LinUCB', size)):(column('estimate')):(half('estimate')) with yerrorbars lw 1.5 pt 7 ps 0.3 lc rgb red notitle, \
    '' using (bars('UCB', size)):(column('estimate')):(half('estimate')) with yerrorbars lw 1.5 pt 7 ps 0.3 lc rgb green notitle, \
    table('replayed') using (at('LinUCB', size)):(column('estimate')) with points pt 2 ps 1.3 lw 2 lc rgb red title 'replay of LinUCB', \
    '' using (at('UCB', size)):(column('estimate')) with points pt 2 ps 1.3 lw 2 lc rgb green title 'replay of UCB'
}

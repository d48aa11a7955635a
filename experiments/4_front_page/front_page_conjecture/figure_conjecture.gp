# title: The central conjecture of chapter 4: is LinUCB better than UCB if it is played live?
# tables: differences from_log live
source = ''
stats table('from_log') using (source = stringcolumn('dataset'), 1) nooutput
stats table('from_log') using (column('scale')) name 'KEPT' nooutput
subtitle = 'Data: '.source.', one weekday, new environments; (a) '.intervals('differences').', (b) '.number(replicates('from_log'))
bottom = 90
eval panels(1, 2)
set title '(a) the difference, by how much tastes differ'
set xlabel 'taste (0.4: the default)'
set xrange [-0.1:0.9]
set offsets 0, 0, graph 0.03, graph 0.3
set ylabel 'LinUCB minus UCB, clicks per visit'
set yrange [*:*]
set key bottom right
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lw 1.5 lc rgb dark
stats table('differences') using (column('scale')) name 'SHARE' nooutput
# `full` has a larger share too, where tastes differ most.
more = SHARE_max > SHARE_min
label(e, share) = sprintf('%s, share %g', e, share)
pick(e, share) = (stringcolumn('evaluator') eq e && column('scale') == share) ? column('taste') : NaN
if (more) {
  set key top left
  plot table('differences') using (pick('live', SHARE_min) - 0.01):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red title label('live', SHARE_min), \
    '' using (pick('replay', SHARE_min) + 0.01):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb blue title label('replay', SHARE_min), \
    '' using (pick('live', SHARE_max) - 0.05):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 6 ps 0.8 lc rgb red title label('live', SHARE_max), \
    '' using (pick('replay', SHARE_max) + 0.05):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 4 ps 0.8 lc rgb blue title label('replay', SHARE_max)
} else {
  plot table('differences') using (pick('live', SHARE_min) - 0.01):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red title 'live', \
    '' using (pick('replay', SHARE_min) + 0.01):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb blue title 'replay'
}
unset arrow 1
set yrange [*:*]
set offsets 0, 0, graph 0.25, graph 0.05
set title sprintf('(b) estimates, tastes differ most, share %g', KEPT_max)
set xlabel ''
set ylabel 'clicks per visit'
set xrange [-0.6:5.6]
set xtics ('live' 0, 'replay' 1, "BRED" 2, "\nBRED,\njitter" 3, "T-BRED" 4, "\nT-BRED,\njitter" 5)
set key top right samplen 1
place(e) = e eq 'replay' ? 1 : e eq 'BRED' ? 2 : e eq 'BRED jittered' ? 3 : e eq 'T-BRED' ? 4 : 5
of(a) = (stringcolumn('algorithm') eq a && column('taste') == 0.8 && column('scale') == KEPT_max) ? 1 : NaN
plot table('live') using (of('UCB')*0 - 0.1):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 7 ps 0.8 lc rgb green notitle, \
  '' using (of('LinUCB')*0 + 0.1):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 5 ps 0.8 lc rgb red notitle, \
  table('from_log') using (of('UCB')*place(stringcolumn('evaluator')) - 0.1):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 7 ps 0.8 lc rgb green title 'UCB', \
  '' using (of('LinUCB')*place(stringcolumn('evaluator')) + 0.1):(column('estimate')):(half('estimate')) with yerrorbars lw 2 pt 5 ps 0.8 lc rgb red title 'LinUCB'

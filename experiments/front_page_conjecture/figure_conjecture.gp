# title: The central conjecture of chapter 4: LinUCB against UCB, live and under replay, and what BRED and T-BRED tell from the log
# tables: differences told
source = ''
stats table('told') using (source = stringcolumn('dataset'), 1) nooutput
stats table('told') using (column('scale')) name 'KEPT' nooutput
set multiplot layout 1,2
set bmargin 4.5
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set title 'data: '.source.', one week day, new worlds (95% intervals)'
set xlabel 'share of the visits that is kept'
set logscale x
set format x '%g'
set xrange [*:*]
set offsets graph 0.08, graph 0.08, 0, 0
set ylabel 'LinUCB - UCB, clicks a visit'
set yrange [-0.045:*]
set key bottom right samplen 2
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lw 1.5 lc rgb '#555555'
pick(e, t) = (stringcolumn('evaluator') eq e && column('taste') == t) ? column('scale') : NaN
plot table('differences') using (0.96*pick('live', 1)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb '#b2182b' title 'live, tastes differ most', \
  '' using (1.0*pick('replay', 1)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb '#2166ac' title 'replay, tastes differ most', \
  '' using (1.04*pick('live', 0.6)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 1.5 dt 2 pt 6 ps 0.6 lc rgb '#ef8a62' title 'live, the default', \
  '' using (1.08*pick('replay', 0.6)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 1.5 dt 2 pt 4 ps 0.6 lc rgb '#67a9cf' title 'replay, the default'
unset arrow 1
unset logscale x
set yrange [*:*]
set offsets 0, 0, 0, 0
set title sprintf('what is reported, tastes differ most, %g of the visits', KEPT_max)
set xlabel ''
set ylabel 'clicks a visit'
set xrange [-0.6:5.6]
set xtics ('live' 0, 'replay' 1, "BRED" 2, "BRED,\njitter" 3, "T-BRED" 4, "T-BRED,\njitter" 5)
set key top left samplen 1
place(e) = e eq 'live' ? 0 : e eq 'replay' ? 1 : e eq 'BRED' ? 2 : e eq 'BRED jittered' ? 3 : e eq 'T-BRED' ? 4 : 5
of(a) = (stringcolumn('algorithm') eq a && column('taste') == 1 && column('scale') == KEPT_max) ? 1 : NaN
plot table('told') using (of('UCB')*place(stringcolumn('evaluator')) - 0.1):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars lw 2 pt 7 ps 0.8 lc rgb '#2166ac' title 'UCB', \
  '' using (of('LinUCB')*place(stringcolumn('evaluator')) + 0.1):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars lw 2 pt 5 ps 0.8 lc rgb '#b2182b' title 'LinUCB'
unset multiplot

# title: Bias under a changing pool (5 actions that pay 0.3, then 20 that pay 0.05): simulated with 95% intervals, lines exact
# tables: two_segments
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xrange [40:500]
set xtics (50, 100, 200, 400)
set xlabel 'records in each of the two segments'
set ylabel 'bias of the estimate (truth 0.175)'
set yrange [-0.01:0.09]
set key center right samplen 2 spacing 1.2
pick(e) = stringcolumn('evaluator') eq e ? column('T') : NaN
plot 0 with lines lc rgb '#000000' notitle, \
  table('two_segments') using (pick('naive replay')):(column('theory_bias')) with lines lw 1.5 lc rgb '#b2182b' notitle, \
  '' using (pick('naive replay')):(column('error')):(1.96*column('error_se')) with yerrorbars lw 2 pt 7 lc rgb '#b2182b' title 'naive replay', \
  '' using (pick('single pass with K_t')):(column('theory_bias')) with lines lw 1.5 lc rgb '#e08214' notitle, \
  '' using (pick('single pass with K_t')):(column('error')):(1.96*column('error_se')) with yerrorbars lw 2 pt 7 lc rgb '#e08214' title 'single pass with K_t', \
  '' using (pick('separate segments')):(column('theory_bias')) with lines lw 1.5 lc rgb '#2166ac' notitle, \
  '' using (pick('separate segments')):(column('error')):(1.96*column('error_se')) with yerrorbars lw 2 pt 7 lc rgb '#2166ac' title 'separate segments', \
  '' using (pick('replay* with K_t')):(column('theory_bias')) with lines lw 1.5 lc rgb '#1b7837' notitle, \
  '' using (pick('replay* with K_t')):(column('error')):(1.96*column('error_se')) with yerrorbars lw 2 pt 7 lc rgb '#1b7837' title 'replay* with K_t'

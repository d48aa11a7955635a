# title: What batch replay rewards: clicks over those of a random choice, by batch replay and in live play (taste 0.4, 95% intervals)
# tables: bias
set grid y lt 1 lw 0.6 lc rgb '#cccccc'
set ylabel 'click rate / 0.024'
set yrange [0:3]
set xrange [-0.6:4.6]
set xtics ('random' 0, 'M3 (items)' 1, 'M4 (no items)' 2, 'oracle of the visitor' 3, 'oracle' 4)
set style fill solid 0.85 noborder
set key top left
name(a) = a eq 'random' ? 0 : a eq 'M3' ? 1 : a eq 'M4' ? 2 : a eq 'oracle of the visitor' ? 3 : 4
x(e) = stringcolumn('evaluator') eq e ? name(stringcolumn('algorithm')) : NaN
set arrow from -0.6, 1 to 4.6, 1 nohead dt 2 lc rgb '#555555'
plot table('bias') using (x('batch replay')-0.18):(column('estimate')/0.024):(0.34) with boxes lc rgb '#92c5de' title 'batch replay', \
  '' using (x('batch replay')-0.18):(column('estimate')/0.024):(1.96*column('estimate_se')/0.024) with yerrorbars pt 0 lw 1.5 lc rgb '#2166ac' notitle, \
  '' using (x('live')+0.18):(column('estimate')/0.024):(0.34) with boxes lc rgb '#f4a582' title 'live', \
  '' using (x('live')+0.18):(column('estimate')/0.024):(1.96*column('estimate_se')/0.024) with yerrorbars pt 0 lw 1.5 lc rgb '#b2182b' notitle

# title: What batch replay rewards: clicks relative to a random choice, under batch replay and live
# tables: bias
set grid noxtics
set ylabel 'click rate over that of a random choice'
set yrange [0:3<*]
set xrange [-0.6:4.6]
set xtics ('random' 0, 'M3 (items)' 1, 'M4 (no items)' 2, 'oracle of the visitor' 3, 'oracle' 4)
set key top left
name(a) = a eq 'random' ? 0 : a eq 'M3' ? 1 : a eq 'M4' ? 2 : a eq 'oracle of the visitor' ? 3 : 4
x(e) = stringcolumn('evaluator') eq e ? name(stringcolumn('algorithm')) : NaN
set arrow from -0.6, 1 to 4.6, 1 nohead dt 2 lw 1.5 lc rgb dark
subtitle = 'Generated impressions with individual preferences; '.intervals('bias')
eval panels(1, 1)
plot table('bias') using (x('batch replay')-0.18):(column('estimate')/0.024):(0.34) with boxes lc rgb sky title 'batch replay', \
  '' using (x('batch replay')-0.18):(column('estimate')/0.024):(half('estimate')/0.024) with yerrorbars pt 7 ps 0.25 lw 1.5 lc rgb blue notitle, \
  '' using (x('live')+0.18):(column('estimate')/0.024):(0.34) with boxes lc rgb orange title 'live', \
  '' using (x('live')+0.18):(column('estimate')/0.024):(half('estimate')/0.024) with yerrorbars pt 7 ps 0.25 lw 1.5 lc rgb red notitle

# title: Models that forget and shift: nothing changes, or all effects are drawn anew five times
# tables: dynamics
set grid noxtics
set ylabel sprintf('clicks in %s batches of 6', number(last_horizon('dynamics')/6))
set yrange [0:*]
set xrange [-0.6:7.6]
set xtics rotate by -25
set key top right
subtitle = 'Appendix E.2, generated impressions; '.intervals('dynamics')
bottom = 95; right = 60; set offsets 0, 0, graph 0.2, 0
eval panels(1, 1)
plot table('dynamics') every ::0::7 using ($0-0.18):(column('score')):(0.34):xtic(stringcolumn('algorithm')) with boxes lc rgb sky title 'still', \
  '' every ::0::7 using ($0-0.18):(column('score')):(half('score')) with yerrorbars pt 7 ps 0.25 lw 1.5 lc rgb blue notitle, \
  '' every ::8::15 using ($0+0.18):(column('score')):(0.34) with boxes lc rgb orange title 'drifting', \
  '' every ::8::15 using ($0+0.18):(column('score')):(half('score')) with yerrorbars pt 7 ps 0.25 lw 1.5 lc rgb red notitle

# title: Figure 4.9: baselines: replayed click rate over the whole log, in phase 1 and in phase 2
# tables: whole baselines
source = ''
stats table('whole') using (source = stringcolumn('dataset'), 1) nooutput
set grid noxtics
set ylabel 'click rate'
set yrange [0:*]
set offsets 0, 0, graph 0.3, 0
set xrange [-0.6:5.6]
set key top left
by(s) = strstrt(s, ' by')
label(s) = by(s) > 0 ? s[1:by(s)-1]."\n".s[by(s)+1:*] : s
subtitle = 'Data: '.source.', scale '.values('whole', 'scale').'; '.intervals('whole').' (logs)'
bottom = 75
eval panels(1, 1)
plot table('whole') using ($0-0.26):(column('estimate')):(0.24) with boxes lc rgb sky title 'whole log', \
  '' using ($0-0.26):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.25 lw 1.5 lc rgb blue notitle, \
  table('baselines') using ($0):(column('estimate')):(0.24):xtic(label(stringcolumn('algorithm'))) with boxes lc rgb grey title 'phase 1', \
  '' using ($0):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.25 lw 1.5 lc rgb dark notitle, \
  '' using ($0+0.26):(column('phase_2')):(0.24) with boxes lc rgb orange title 'phase 2', \
  '' using ($0+0.26):(column('phase_2')):(half_of('phase_2', 'estimate')) with yerrorbars pt 7 ps 0.25 lw 1.5 lc rgb red notitle

# title: Figure 4.9: baselines, without participants: replayed click rate over the whole log, in phase 1 and in phase 2 (95% intervals)
# tables: whole baselines
source = ''
stats table('whole') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set grid y lt 1 lw 0.6 lc rgb '#cccccc'
set ylabel 'click rate'
set yrange [0:0.1]
set style fill solid 0.85 noborder
set xrange [-0.6:5.6]
set key top left
by(s) = strstrt(s, ' by')
label(s) = by(s) > 0 ? s[1:by(s)-1]."\n".s[by(s)+1:*] : s
plot table('whole') using ($0-0.26):(column('estimate')):(0.24):xtic(label(stringcolumn('algorithm'))) with boxes lc rgb '#92c5de' title 'whole log', \
  '' using ($0-0.26):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 0 lw 1.5 lc rgb '#2166ac' notitle, \
  table('baselines') using ($0):(column('estimate')):(0.24) with boxes lc rgb '#d9d9d9' title 'phase 1', \
  '' using ($0):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 0 lw 1.5 lc rgb '#555555' notitle, \
  '' using ($0+0.26):(column('phase_2')):(0.24) with boxes lc rgb '#f4a582' title 'phase 2', \
  '' using ($0+0.26):(column('phase_2')):(1.96*column('phase_2_se')) with yerrorbars pt 0 lw 1.5 lc rgb '#b2182b' notitle

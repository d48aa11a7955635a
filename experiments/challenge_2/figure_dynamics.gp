# title: Appendix E.2: forgetting and shifting models where nothing changes, and where all effects are drawn anew five times (95% intervals)
# tables: dynamics
set grid y lt 1 lw 0.6 lc rgb '#cccccc'
set ylabel 'clicks in 50,000 batches of 6'
set yrange [1100:2500]
set xrange [-0.6:7.6]
set xtics rotate by -25
set style fill solid 0.85 noborder
set key top right
plot table('dynamics') every ::0::7 using ($0-0.18):(column('score')):(0.34):xtic(stringcolumn('algorithm')) with boxes lc rgb '#92c5de' title 'still', \
  '' every ::0::7 using ($0-0.18):(column('score')):(1.96*column('score_se')) with yerrorbars pt 0 lw 1.5 lc rgb '#2166ac' notitle, \
  '' every ::8::15 using ($0+0.18):(column('score')):(0.34) with boxes lc rgb '#f4a582' title 'drifting', \
  '' every ::8::15 using ($0+0.18):(column('score')):(1.96*column('score_se')) with yerrorbars pt 0 lw 1.5 lc rgb '#b2182b' notitle

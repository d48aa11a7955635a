# title: Classify-to-recommend with real-valued rewards
# tables: real_rewards
subtitle = 'One of five actions; '.intervals('real_rewards')
eval panels(1, 1)
set logscale x
set xrange [150:1500]
set xtics (200, 500, 1000)
set xlabel 'records'
set ylabel 'squared error times the records'
set yrange [0:*]
set key top right spacing 1.1
eval headroom
pick(d) = (stringcolumn('dataset') eq d && stringcolumn('evaluator') eq 'C2R') ? column('T') : NaN
plot table('real_rewards') using (pick('clicks')):(column('T')*column('squared_error')):(column('T')*half('squared_error')) with yerrorbars lw 2 pt 7 lc rgb red title 'clicks', \
  '' using (pick('clicks')):(column('T')*column('predicted')) with lines lw 1.5 lc rgb red notitle, \
  '' using (pick('Gaussian')*1.04):(column('T')*column('squared_error')):(column('T')*half('squared_error')) with yerrorbars lw 2 pt 5 lc rgb green title 'Gaussian rewards', \
  '' using (pick('Gaussian')):(column('T')*column('predicted')) with lines lw 1.5 dt 2 lc rgb green notitle, \
  '' using (pick('Weibull')):(column('T')*column('squared_error')):(column('T')*half('squared_error')) with yerrorbars lw 2 pt 9 lc rgb blue title 'Weibull rewards', \
  '' using (pick('Weibull')):(column('T')*column('predicted')) with lines lw 1.5 lc rgb blue title 'formula, each'

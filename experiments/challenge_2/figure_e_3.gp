# title: Figure E.3: score against the standard deviation (left) and the mean (right) of the weights before any reward (M4, alpha = 0, beta = 300; 95% intervals)
# tables: sigma mean
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set ylabel 'clicks in 50,000 batches of 6'
set yrange [950:2600]
set key bottom right
set logscale x
set xlabel 'sigma'
plot table('sigma') using (column('sigma')):(column('score')):(1.96*column('score_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'M4', \
  '' using (column('sigma')):(column('random')) with lines lw 1.5 dt 2 lc rgb '#555555' title 'random'
unset logscale x
set xlabel 'prior mean'
plot table('mean') using (column('mean')):(column('score')):(1.96*column('score_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'M4', \
  '' using (column('mean')):(column('random')) with lines lw 1.5 dt 2 lc rgb '#555555' title 'random'
unset multiplot

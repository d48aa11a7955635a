# title: Figure E.2: score against beta (M4, alpha = 0, sigma = 20; 95% intervals), with the mean's step as in Graepel et al. and as printed; shaded: the betas that the thesis finds best
# tables: beta
set logscale x
set format x '10^{%T}'
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'beta'
set ylabel 'clicks in 50,000 batches of 6'
set yrange [950:2600]
set key bottom left
set object 1 rectangle from 300, graph 0 to 600, graph 1 fc rgb '#dddddd' fs solid noborder behind
pick(u) = stringcolumn('update') eq u ? column('beta') : NaN
plot table('beta') using (pick('corrected')):(column('score')):(1.96*column('score_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'sigma^2 / Sigma (corrected)', \
  '' using (pick('printed')):(column('score')):(1.96*column('score_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'sigma / Sigma (printed)', \
  '' using (pick('corrected')):(column('random')) with lines lw 1.5 dt 2 lc rgb '#555555' title 'random'

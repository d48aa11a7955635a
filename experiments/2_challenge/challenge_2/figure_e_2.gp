# title: Figure E.2: score by β, with the step of the mean as corrected and as stated in the thesis
# tables: beta
set logscale x
set format x '10^{%T}'
set xlabel 'β'
set ylabel sprintf('clicks in %s batches of 6', number(last_horizon('beta')/6))
set yrange [0:*]
set offsets graph 0.02, graph 0.02, graph 0.05, 0
set key bottom left
set object 1 rectangle from 300, graph 0 to 600, graph 1 fc rgb pale fs solid noborder behind
pick(u) = stringcolumn('update') eq u ? column('beta') : NaN
subtitle = 'M4, α = 0, σ = 20; shaded: the values of β that the thesis finds best; generated impressions; '.intervals('beta')
eval panels(1, 1)
plot table('beta') using (pick('corrected')):(column('score')):(half('score')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'σ^2/Σ (corrected)', \
  '' using (pick('printed')):(column('score')):(half('score')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'σ/Σ (as stated in the thesis)', \
  '' using (pick('corrected')):(column('random')) with lines lw 1.5 dt 2 lc rgb dark title 'random'

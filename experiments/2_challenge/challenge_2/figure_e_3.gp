# title: Figure E.3: score by the prior’s standard deviation and mean
# tables: sigma mean
subtitle = 'M4, α = 0, β = 300; weights before any reward; generated impressions; (a) '.intervals('sigma').', (b) '.runs('mean')
eval panels(1, 2)
set ylabel sprintf('clicks in %s batches of 6', number(last_horizon('sigma')/6))
set title '(a) standard deviation'
set yrange [0:*]
set offsets graph 0.04, graph 0.04, graph 0.05, 0
set key bottom right
set logscale x
set xlabel 'prior standard deviation σ'
plot table('sigma') using (column('sigma')):(column('score')):(half('score')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'M4', \
  '' using (column('sigma')):(column('random')) with lines lw 1.5 dt 2 lc rgb dark title 'random'
unset logscale x
set xlabel 'prior mean'
set title '(b) mean'
plot table('mean') using (column('mean')):(column('score')):(half('score')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'M4', \
  '' using (column('mean')):(column('random')) with lines lw 1.5 dt 2 lc rgb dark title 'random'

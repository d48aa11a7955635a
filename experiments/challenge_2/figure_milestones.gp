# title: The milestones of challenge 2 on the stand-in (bars, 95% intervals over data sets) beside the scores that the thesis reports (lines); random scores 1200
# tables: milestones
set lmargin at screen 0.24
set grid x lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'clicks in 50,000 batches of 6'
set xrange [1000:3100]
set yrange [16.7:-0.7]
set style fill solid 0.85 noborder
set key top right samplen 1.5
set arrow from 1200, graph 0 to 1200, graph 1 nohead dt 2 lw 1 lc rgb '#555555'
h = 0.33
plot table('milestones') using (1000):0:(1000):(column('score')):($0-h):($0+h):ytic(stringcolumn('algorithm')) with boxxyerror lc rgb '#92c5de' title 'stand-in', \
  '' using (column('score')):0:(1.96*column('score_se')) with xerrorbars pt 0 lw 1.5 lc rgb '#2166ac' notitle, \
  '' using (column('thesis')):($0-0.42):(0):(0.84) with vectors nohead lw 3.5 lc rgb '#b2182b' title 'thesis, private data'

# title: Challenge 2: the milestones on generated impressions beside the thesis’s scores
# tables: milestones
set grid noytics
batches = last_horizon('milestones')/6
set xlabel sprintf('clicks in %s batches of 6', number(batches))
set xrange [0:*]
set yrange [16.7:-0.7]
set key top right samplen 1.5
random = 0.024*batches
set arrow from random, graph 0 to random, graph 1 nohead dt 2 lw 1.5 lc rgb dark
h = 0.33
subtitle = 'Bars: generated impressions, '.intervals('milestones').'; dashed: a random choice'
left = 215
eval panels(1, 1)
plot table('milestones') using (0):0:(0):(column('score')):($0-h):($0+h):ytic(stringcolumn('algorithm')) with boxxyerror lc rgb sky title 'generated impressions', \
  '' using (column('score')):0:(half('score')) with xerrorbars pt 7 ps 0.25 lw 1.5 lc rgb blue notitle, \
  '' using (column('thesis')*batches/50000.0):($0-0.42):(0):(0.84) with vectors nohead lw 3.5 lc rgb red title 'thesis, private data, scaled'

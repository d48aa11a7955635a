# title: Challenge 2: what was tried and did not help
# tables: variants
set grid noytics
set xlabel sprintf('clicks in %s batches of 6', number(last_horizon('variants')/6))
set xrange [0:*]
set yrange [9.7:-0.7]
set key off
h = 0.33
subtitle = 'Generated impressions; dashed: a random choice; '.intervals('variants')
left = 215
eval panels(1, 1)
plot table('variants') using (0):0:(0):(column('score')):($0-h):($0+h):ytic(stringcolumn('algorithm')) with boxxyerror lc rgb sky notitle, \
  '' using (column('score')):0:(1.96*column('score_se')) with xerrorbars pt 7 ps 0.25 lw 1.5 lc rgb blue notitle, \
  '' using (column('random')):0 with lines dt 2 lw 1 lc rgb dark notitle

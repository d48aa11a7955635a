# title: Challenge 2: what was tried and did not help
# tables: variants
set grid noytics
set xlabel sprintf('clicks in %s batches of 6', number(last_horizon('variants')/6))
set xrange [0:*]
stats table('variants') using (column('score')) name 'OF' nooutput
set yrange [OF_records - 0.3:-0.7]
set key off
h = 0.33
at(n) = strstrt(n, 'epsilon_n')
label(n) = at(n) == 0 ? n : n[1:at(n) - 1].'ε_n'.n[at(n) + 9:]
subtitle = 'Generated impressions; dashed: a random choice; '.intervals('variants')
left = 215
eval panels(1, 1)
plot table('variants') using (0):0:(0):(column('score')):($0-h):($0+h):ytic(label(stringcolumn('algorithm'))) with boxxyerror lc rgb sky notitle, \
  '' using (column('score')):0:(half('score')) with xerrorbars pt 7 ps 0.25 lw 1.5 lc rgb blue notitle, \
  '' using (column('random')):($0 - 0.5):(0):(1) with vectors nohead dt 2 lw 1 lc rgb dark notitle

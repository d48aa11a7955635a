# title: Figure 4.13: each algorithm at its best parameter of phase 1, and one of earlier logs in phase 2
# tables: best phases
source = ''
stats table('best') using (source = stringcolumn('dataset'), 1) nooutput
set grid noytics
set xlabel 'click rate'
set xrange [0:*]
set offsets 0, graph 0.4, 0, 0
set yrange [9.6:-0.6]
set key right center
subtitle = 'Data: '.source.', scale '.values('best', 'scale').'; 95% intervals over '.number(replicates('best')).' logs (phase 1) and '.number(replicates('phases')).' (phase 2)'
left = 290
eval panels(1, 1)
plot table('best') using (0):0:(0):(column('estimate')):($0-0.38):($0-0.02):ytic(stringcolumn('algorithm').' ('.stringcolumn('candidate').')') with boxxyerror lc rgb sky title 'phase 1', \
  '' using (column('estimate')):($0-0.2):(half('estimate')) with xerrorbars pt 7 ps 0.25 lw 1.5 lc rgb blue notitle, \
  table('phases') using (0):0:(0):(column('phase_2')):($0+0.02):($0+0.38) with boxxyerror lc rgb orange title 'phase 2', \
  '' using (column('phase_2')):($0+0.2):(half_of('phase_2', 'estimate')) with xerrorbars pt 7 ps 0.25 lw 1.5 lc rgb red notitle

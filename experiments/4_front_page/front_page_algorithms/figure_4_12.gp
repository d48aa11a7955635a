# title: Figure 4.12: replayed click rate in phase 1 of Thompson sampling by its prior
# tables: thompson
source = ''
stats table('thompson') using (source = stringcolumn('dataset'), 1) nooutput
set palette defined (0 '#f7fbff', 1 '#9ecae1', 2 '#4292c6')
unset colorbox
set key off
set cbrange [0.03:0.08]
set logscale xy
half = 3.1
set xlabel 'β, prior non-clicks'
set ylabel 'α, prior clicks'
set xrange [0.3:350]
set yrange [0.03:3.3]
subtitle = 'Data: '.source.', scale '.values('thompson', 'scale').'; ± half of the '.intervals('thompson').' (logs)'
eval panels(1, 1)
plot table('thompson') using (column('beta')):(column('alpha')):(column('beta')/half):(column('beta')*half):(column('alpha')/half):(column('alpha')*half):(column('estimate')) with boxxyerror fs solid noborder lc palette, \
  '' using (column('beta')):(column('alpha')):(sprintf('%.4f ± %.4f', column('estimate'), half('estimate'))) with labels tc rgb black font ',11'

# title: Figure 4.12: replayed click rate in phase 1 of Thompson sampling against its prior
# tables: thompson
source = ''
stats table('thompson') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set palette defined (0 '#f7fbff', 1 '#6baed6', 2 '#08306b')
unset colorbox
set key off
set cbrange [0.03:0.08]
set logscale xy
half = 3.1
set xlabel 'beta, prior non-clicks'
set ylabel 'alpha, prior clicks'
set xrange [0.3:350]
set yrange [0.03:3.3]
plot table('thompson') using (column('beta')):(column('alpha')):(column('beta')/half):(column('beta')*half):(column('alpha')/half):(column('alpha')*half):(column('estimate')) with boxxyerror fs solid noborder lc palette, \
  '' using (column('beta')):(column('alpha')):(sprintf('%.4f +- %.4f', column('estimate'), 1.96*column('estimate_se'))):(column('estimate') > 0.06 ? 0xffffff : 0x000000) with labels tc rgb variable font ',11'

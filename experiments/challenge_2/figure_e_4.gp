# title: Figure E.4: score against the standard deviations of the weights of discrete and of continuous features (M4, alpha = 0, beta = 300)
# tables: sigmas
set logscale xy
set xlabel 'sigma_c, continuous features'
set ylabel 'sigma_d, discrete features'
set xrange [1.75:114]
set yrange [1.75:114]
set xtics (2.5, 5, 10, 20, 40, 80)
set ytics (2.5, 5, 10, 20, 40, 80)
set cblabel 'clicks in 50,000 batches of 6' offset 1.5
set rmargin at screen 0.83
set palette defined (0 '#f7fbff', 1 '#6baed6', 2 '#08306b')
set key off
half = 1.4
plot table('sigmas') using (column('sigma_c')):(column('sigma_d')):(column('sigma_c')/half):(column('sigma_c')*half):(column('sigma_d')/half):(column('sigma_d')*half):(column('score')) with boxxyerror fs solid noborder lc palette, \
  '' using (column('sigma_c')):(column('sigma_d')):(sprintf('%.0f', column('score'))):(column('score') > 2050 ? 0xffffff : 0x000000) with labels tc rgb variable font ',10'

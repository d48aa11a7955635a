# title: Figure E.4: score by the standard deviations of the weights of discrete and continuous features
# tables: sigmas
set logscale xy
set xlabel 'σ_c, continuous features'
set ylabel 'σ_d, discrete features'
set xrange [1.75:114]
set yrange [1.75:114]
set xtics (2.5, 5, 10, 20, 40, 80)
set ytics (2.5, 5, 10, 20, 40, 80)
set cblabel sprintf('clicks in %s batches of 6', number(last_horizon('sigmas')/6)) offset 1.5
set palette defined (0 '#f7fbff', 1 '#9ecae1', 2 '#4292c6')
set key off
half = 1.4
subtitle = 'M4, α = 0, β = 300; means over '.runs('sigmas')
right = 150
eval panels(1, 1)
plot table('sigmas') using (column('sigma_c')):(column('sigma_d')):(column('sigma_c')/half):(column('sigma_c')*half):(column('sigma_d')/half):(column('sigma_d')*half):(column('score')) with boxxyerror fs solid noborder lc palette, \
  '' using (column('sigma_c')):(column('sigma_d')):(sprintf('%.0f', column('score'))) with labels tc rgb black font ',11'

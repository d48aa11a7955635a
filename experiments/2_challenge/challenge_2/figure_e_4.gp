# title: Figure E.4: score by the standard deviations of the weights of discrete and continuous features
# tables: sigmas
set palette defined (0 '#f7fbff', 1 '#9ecae1', 2 '#4292c6')
unset colorbox
half_cell = 1.4
subtitle = sprintf('M4, α = 0, β = 300; clicks in %s batches of 6, ± half of the ', number(last_horizon('sigmas')/6)).intervals('sigmas')."\n(b) shades the cells from 10 on alone, from their lowest score to their highest"
across = 85
eval panels(1, 2)
set key off
set logscale xy
set xlabel 'σ_c, continuous features'
set ylabel 'σ_d, discrete features'
do for [from in '2.5 10'] {
  set title from eq '10' ? '(b) from 10 on' : '(a) all'
  if (from eq '10') { set ylabel '' }
  set xrange [*:*]
  set yrange [*:*]
  score(x) = column('sigma_c') >= from + 0 && column('sigma_d') >= from + 0 ? column('score') : NaN
  stats table('sigmas') using (score(0)) nooutput
  set cbrange [STATS_min:STATS_max > STATS_min ? STATS_max : STATS_min + 1]
  set xrange [from/1.43:114]
  set yrange [from/1.43:114]
  set xtics (2.5, 5, 10, 20, 40, 80)
  set ytics (2.5, 5, 10, 20, 40, 80)
  plot table('sigmas') using (column('sigma_c')):(column('sigma_d')):(column('sigma_c')/half_cell):(column('sigma_c')*half_cell):(column('sigma_d')/half_cell):(column('sigma_d')*half_cell):(score(0)) with boxxyerror fs solid noborder lc palette, \
    '' using (column('sigma_c')):(score(0) > 0 ? column('sigma_d') : NaN):(sprintf("%.0f\n±%.0f", column('score'), half('score'))) with labels tc rgb black font ',11'
}

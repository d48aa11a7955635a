# title: Bias of importance-resampled BRED, by the records behind an action
# tables: record_bias
subtitle = "UCB without contexts, 100 interactions; lines: inverse in the records, fitted; bars: ".intervals('record_bias')
epsilons = values('record_bias', 'epsilon')
of(e) = column('epsilon') == e + 0 ? 1 : NaN
# The mean of bias times records, each weighted by its precision.
array constants[words(epsilons)]
do for [i=1:words(epsilons)] {
  stats table('record_bias') using (of(word(epsilons, i))*column('scaled')/column('scaled_se')**2) name 'products' nooutput
  stats table('record_bias') using (of(word(epsilons, i))/column('scaled_se')**2) name 'precisions' nooutput
  constants[i] = products_sum/precisions_sum
}
set logscale xy
set xlabel 'expected number of records behind each action but the best'
set ylabel 'bias of the estimated mean reward'
set key top right
colour(i) = word(blue.' '.red.' '.green, i)
shape(i) = word('7 5 9', i) + 0
low(x) = x > 1e-4 ? x : 1e-4
eval roomy
set yrange [0.0008:0.2<*]
eval panels(1, 1)
plot for [i=1:words(epsilons)] constants[i]/x with lines lw 1 dt 2 lc rgb colour(i) notitle, \
  for [i=1:words(epsilons)] table('record_bias') using (of(word(epsilons, i))*column('behind')):(low(column('estimate'))):(low(column('estimate') - half('estimate'))):(column('estimate') + half('estimate')) with yerrorbars lw 2 pt shape(i) lc rgb colour(i) title 'smallest propensity '.number(word(epsilons, i)/4.0)

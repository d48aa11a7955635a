# title: A smaller expansion: bias and deviation at equal work
# tables: expansion expansion_bias
subtitle = 'Ten arms, EB = 40, '.number(last_horizon('expansion')).' records; '.intervals('expansion').', (b) of normal estimates'
eval panels(1, 2)
set logscale x
set xrange [0.8:12.5]
set xtics (1, 2, 5, 10)
set xlabel 'E, expansion; K = 10'
set key bottom right spacing 1.1
bias(d, a) = (stringcolumn('dataset') eq d && stringcolumn('algorithm') eq a && stringcolumn('minuend') eq 'BRED' && stringcolumn('subtrahend') eq 'played') ? column('E') : NaN
spread(d, a) = (stringcolumn('dataset') eq d && stringcolumn('algorithm') eq a && stringcolumn('evaluator') eq 'BRED') ? column('E') : NaN
set title '(a) bias of BRED'
set offsets 0, 0, graph 0.05, graph 0.05
set ylabel 'estimate minus truth'
plot table('expansion_bias') using (bias('easy', 'UCB')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'UCB, easy', \
  '' using (bias('hard', 'UCB')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb orange title 'UCB, hard', \
  '' using (bias('easy', 'short exploration')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title '30 steps, easy', \
  '' using (bias('hard', 'short exploration')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb green title '30 steps, hard'
set title '(b) deviation over logs'
set ylabel 'standard deviation of the estimate'
set yrange [0:*]
set offsets 0, 0, graph 0.05, 0
plot table('expansion') using (spread('easy', 'UCB')):(column('estimate_sd')):(student(0.975, column('estimate_n'))*column('estimate_sd')/sqrt(2*column('estimate_n') - 2)) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red notitle, \
  '' using (spread('hard', 'UCB')):(column('estimate_sd')):(student(0.975, column('estimate_n'))*column('estimate_sd')/sqrt(2*column('estimate_n') - 2)) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb orange notitle, \
  '' using (spread('easy', 'short exploration')):(column('estimate_sd')):(student(0.975, column('estimate_n'))*column('estimate_sd')/sqrt(2*column('estimate_n') - 2)) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue notitle, \
  '' using (spread('hard', 'short exploration')):(column('estimate_sd')):(student(0.975, column('estimate_n'))*column('estimate_sd')/sqrt(2*column('estimate_n') - 2)) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb green notitle

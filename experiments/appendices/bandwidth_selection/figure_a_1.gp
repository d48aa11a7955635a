# title: Figure A.1: the jitter’s bias as cross-validation estimates it, and the bias itself
# tables: split_curves split_means one_model bias
stats table('split_curves') using (column('replicate')) name 'SETS' nooutput  # before the ranges, which stats obeys
subtitle = 'Bandwidth h = C/√T. (a) LinUCB, T = '.number(last_horizon('split_curves')).', '.number(replicates('split_curves')).' data sets of one model. (b) New models, '.intervals('bias')
eval panels(1, 2)
set xlabel 'C'
set xrange [-3:143]
set title '(a) what cross-validation sees'
set ylabel '|S-BRED on part − replay on rest|, mean over splits'
set yrange [0:0.16<*]
eval headroom
set key top center
plot for [r=0:int(SETS_max)] table('split_curves') using (column('replicate') == r ? column('jitter') : NaN):(abs(column('criterion'))) with lines lw 0.8 lc rgb sky notitle, \
  NaN with lines lw 0.8 lc rgb sky title 'a data set', \
  table('split_means') using (column('jitter')):(abs(column('criterion'))) with linespoints lw 2 pt 7 ps 0.5 lc rgb blue title 'mean over data sets', \
  table('one_model') using (column('T') == 10000 ? column('C') : NaN):(abs(column('estimate'))) with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'bias of S-BRED on the whole log'
set title '(b) what it should find'
set ylabel 'S-BRED minus truth'
set yrange [*<-0.12:0.18<*]
set key top right
set arrow 2 from graph 0, first 0 to graph 1, first 0 nohead lw 1 lc rgb dark
pick(a, t) = (stringcolumn('algorithm') eq a && column('T') == t) ? column('C') : NaN
plot table('bias') using (pick('LinUCB', 909)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb sky title 'LinUCB, T = 909', \
  '' using (pick('LinUCB', 2500)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb blue dt 3 title 'T = 2,500', \
  '' using (pick('LinUCB', 10000)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb blue title 'T = 10,000', \
  '' using (pick('LAP', 909)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.4 lc rgb orange title 'LAP, T = 909', \
  '' using (pick('LAP', 2500)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.4 lc rgb red dt 3 title 'T = 2,500', \
  '' using (pick('LAP', 10000)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 ps 0.4 lc rgb red title 'T = 10,000'

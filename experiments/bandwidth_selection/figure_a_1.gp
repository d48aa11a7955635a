# title: Figure A.1: LinUCB, T = 10,000: what cross validation looks at, for 20 data sets of one model (left); what it should find (right)
# tables: split_curves split_means one_model bias
stats table('split_curves') using (column('replicate')) name 'SETS' nooutput  # before the ranges, which stats obeys
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'C of h = C / sqrt(T)'
set xrange [0:140]
set title '|S-BRED on 909 records - replay on the others|, mean over splits'
set ylabel 'absolute difference'
set yrange [0:0.16]
set key top center samplen 2
plot for [r=0:int(SETS_max)] table('split_curves') using (column('replicate') == r ? column('jitter') : NaN):(abs(column('criterion'))) with lines lw 0.8 lc rgb '#6baed6' notitle, \
  NaN with lines lw 0.8 lc rgb '#6baed6' title 'a data set', \
  table('split_means') using (column('jitter')):(abs(column('criterion'))) with linespoints lw 2 pt 7 ps 0.5 lc rgb '#08306b' title '|mean over data sets|', \
  table('one_model') using (column('T') == 10000 ? column('C') : NaN):(abs(column('estimate'))) with linespoints lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title '|bias of S-BRED on the whole log|'
set title 'bias of S-BRED, new models (95% intervals)'
set ylabel 'S-BRED - truth'
set yrange [-0.12:0.18]
set key top right
set arrow 2 from graph 0, first 0 to graph 1, first 0 nohead lw 1 lc rgb '#555555'
pick(a, t) = (stringcolumn('algorithm') eq a && column('T') == t) ? column('C') : NaN
plot table('bias') using (pick('LinUCB', 909)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#9ecae1' title 'LinUCB, T = 909', \
  '' using (pick('LinUCB', 2500)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#4292c6' title 'T = 2,500', \
  '' using (pick('LinUCB', 10000)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#08306b' title 'T = 10,000', \
  '' using (pick('LAP', 909)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 dt 2 pt 5 ps 0.4 lc rgb '#fdae6b' title 'LAP, T = 909', \
  '' using (pick('LAP', 2500)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 dt 2 pt 5 ps 0.4 lc rgb '#f16913' title 'T = 2,500', \
  '' using (pick('LAP', 10000)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 dt 2 pt 5 ps 0.4 lc rgb '#7f2704' title 'T = 10,000'
unset multiplot

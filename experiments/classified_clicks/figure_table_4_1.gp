# title: Table 4.1 on pendigits (UCI): true lift over the best single action, by how good that one is (95% intervals over logs)
# tables: published_zones
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set title 'data: pendigits (UCI) made into click logs'
set xlabel 'click rate of the best single action'
set ylabel 'lift'
set format y '%+.0f%%'
set xrange [0.04:0.135]
set key top right samplen 2
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lw 1.5 lc rgb '#555555'
of(a) = stringcolumn('algorithm') eq a ? column('best_rate') : NaN
plot table('published_zones') using (of('LogR')-0.0006):(100*column('true_lift')):(196*column('true_lift_se')) with yerrorlines lw 1.5 pt 7 ps 0.7 lc rgb '#2166ac' title 'LogR', \
  '' using (of('RF')-0.0003):(100*column('true_lift')):(196*column('true_lift_se')) with yerrorlines lw 1.5 pt 5 ps 0.7 lc rgb '#1b7837' title 'RF', \
  '' using (of('Naive Bayes')):(100*column('true_lift')):(196*column('true_lift_se')) with yerrorlines lw 1.5 pt 9 ps 0.7 lc rgb '#999999' title 'Naive Bayes', \
  '' using (of('Linear SVM')+0.0003):(100*column('true_lift')):(196*column('true_lift_se')) with yerrorlines lw 1.5 pt 11 ps 0.7 lc rgb '#b2182b' title 'Linear SVM', \
  '' using (of('Gaussian SVM')+0.0006):(100*column('true_lift')):(196*column('true_lift_se')) with yerrorlines lw 1.5 pt 13 ps 0.7 lc rgb '#762a83' title 'Gaussian SVM'

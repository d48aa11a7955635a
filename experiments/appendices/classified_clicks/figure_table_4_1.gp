# title: Table 4.1 on pendigits: true lift over the best single action, by how good that one is
# tables: published_zones
set xlabel 'click rate of the best single action'
set ylabel 'lift (%)'
set format y '%+.0f'
set ytics add ('0' 0)
eval roomy
set key top right
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lw 1.5 lc rgb dark
of(a) = stringcolumn('algorithm') eq a ? column('best_rate') : NaN
subtitle = 'Data: pendigits (UCI) made into click logs; '.intervals('published_zones').' (logs)'
eval panels(1, 1)
plot table('published_zones') using (of('LogR')-0.0006):(100*column('true_lift')):(100*half('true_lift')) with yerrorlines lw 1.5 pt 7 ps 0.7 lc rgb blue title 'LogR', \
  '' using (of('RF')-0.0003):(100*column('true_lift')):(100*half('true_lift')) with yerrorlines lw 1.5 pt 5 ps 0.7 lc rgb green title 'RF', \
  '' using (of('Naive Bayes')):(100*column('true_lift')):(100*half('true_lift')) with yerrorlines lw 1.5 pt 9 ps 0.7 lc rgb grey title 'Naive Bayes', \
  '' using (of('Linear SVM')+0.0003):(100*column('true_lift')):(100*half('true_lift')) with yerrorlines lw 1.5 pt 11 ps 0.7 lc rgb red title 'Linear SVM', \
  '' using (of('Gaussian SVM')+0.0006):(100*column('true_lift')):(100*half('true_lift')) with yerrorlines lw 1.5 pt 13 ps 0.7 lc rgb purple title 'Gaussian SVM'

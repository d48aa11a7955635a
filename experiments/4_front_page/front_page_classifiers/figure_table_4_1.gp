# title: Table 4.1, qualitatively: lift of classifiers over the best single article
# tables: zones
source = ''
stats table('zones') using (source = stringcolumn('dataset'), 1) nooutput
set xlabel 'click rate of the best article of the training part, on the test part'
set ylabel 'lift (%)'
set format y '%+.0f'
set ytics add ('0' 0)
set xrange [0.02<*:*]
eval headroom
set key top right
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lw 1.5 lc rgb dark
of(a) = stringcolumn('algorithm') eq a ? column('baseline') : NaN
noise = 1.96/sqrt(2)
subtitle = 'The eight largest zones; data: '.source.', scale '.values('zones', 'scale').'; 95% of the test’s noise (normal); means over '.runs('zones').' (logs)'
eval panels(1, 1)
plot table('zones') using (of('LogR')-0.0006):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 7 ps 0.7 lc rgb blue title 'LogR', \
  '' using (of('RF')-0.0003):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 5 ps 0.7 lc rgb green title 'RF', \
  '' using (of('Naive Bayes')):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 9 ps 0.7 lc rgb grey title 'Naive Bayes', \
  '' using (of('Linear SVM')+0.0003):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 11 ps 0.7 lc rgb red title 'Linear SVM', \
  '' using (of('Gaussian SVM')+0.0006):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 13 ps 0.7 lc rgb purple title 'Gaussian SVM'

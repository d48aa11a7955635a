# title: Table 4.1 qualitatively: lift of classifiers over the best single article on the 8 largest zones (95% of the test's noise; means over logs)
# tables: zones
source = ''
stats table('zones') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'click rate of the best article of the training part, on the test part'
set ylabel 'lift'
set format y '%+.0f%%'
set xrange [0.02:0.14]
set key top right samplen 2
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lw 1.5 lc rgb '#555555'
set arrow 2 from 0.07, graph 0 to 0.07, graph 1 nohead lw 1 dt 2 lc rgb '#555555'
of(a) = stringcolumn('algorithm') eq a ? column('baseline') : NaN
noise = 1.96/sqrt(2)
plot table('zones') using (of('LogR')-0.0006):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 7 ps 0.7 lc rgb '#2166ac' title 'LogR', \
  '' using (of('RF')-0.0003):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 5 ps 0.7 lc rgb '#1b7837' title 'RF', \
  '' using (of('Naive Bayes')):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 9 ps 0.7 lc rgb '#999999' title 'Naive Bayes', \
  '' using (of('Linear SVM')+0.0003):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 11 ps 0.7 lc rgb '#b2182b' title 'Linear SVM', \
  '' using (of('Gaussian SVM')+0.0006):(100*column('lift')):(100*noise*column('lift_noise')) with yerrorbars lw 1.5 pt 13 ps 0.7 lc rgb '#762a83' title 'Gaussian SVM'

# title: Bias of entangled validation with and without a model, by the size of the log
# tables: model_sizes
subtitle = 'LinUCB on the linear model, estimate less live play; '.intervals('model_sizes')
eval panels(1, 1)
set logscale x
set xrange [0.85*first('model_sizes', 'T'):1.18*last('model_sizes', 'T')]
eval close_ticks('x')
set offsets 0, 0, 0.01, 0.01
set xlabel 'records T'
set ylabel 'bias'
set key top right spacing 1.1
array names[2] = ['T-BRED', 'model']
array colours[2] = [orange, blue]
array titles[2] = ['taught by copies of records (T-BRED)', 'taught by a model of the rewards']
plot for [e=1:2] table('model_sizes') using (stringcolumn('minuend') eq names[e] ? column('T') : NaN):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 lc rgb colours[e] title titles[e], 0 with lines lw 1.5 dt 2 lc rgb dark notitle

# title: Bias of the evaluators with contexts, by algorithm
# tables: bias_both_models bias_contexts_long
subtitle = 'Estimate minus live play: above zero the algorithm is overestimated; above: '.intervals('bias_both_models').', below: '.number(replicates('bias_contexts_long'))
right = 215; bottom = 115; down = 45; across = 75; left = 90
eval panels(2, 2)
set grid noxtics
array names[10] = ['UCB', 'epsilon-greedy', 'LinUCB', 'LinTS', 'LAP', 'EpochGreedy', 'Exp3', 'explore then exploit', 'uniform', 'oracle']
array evaluators[5] = ['replay', 'S-BRED', 'S-BRED jitter 50', 'T-BRED', 'T-BRED tweaked']
array colours[5] = [grey, red, orange, blue, purple]
place(name) = sum [i=1:10] (names[i] eq name ? i : 0)
at(e, d, i) = (stringcolumn('minuend') eq evaluators[e] && stringcolumn('dataset') eq d) ? place(stringcolumn('algorithm')) + 0.15*(i - 3) : NaN
set xrange [0.5:10.5]
set style arrow 1 nohead
do for [row=1:2] {
  do for [d in 'linear classes'] {
    name = row == 1 ? 'bias_both_models' : 'bias_contexts_long'
    set ylabel (d eq 'linear' ? 'bias' : '')
    set title sprintf('%s, T = %s', d, number(first(name, 'T')))
    if (d eq 'linear') { set yrange [*<-0.2:0.27<*] } else { set yrange [*<-0.36:0.12<*] }
    set xtics scale 0
    do for [i=1:10] {
      label = row == 1 ? '' : names[i]
      if (i == 1) { set xtics (label 1) rotate by 45 right } else { set xtics add (label i) }
    }
    if (row == 2 && d eq 'classes') { set key outside right top Left reverse samplen 1 } else { unset key }
    plot for [e=1:5] table(name) using (at(e, d, e)):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.5 lw 2 lc rgb colours[e] title evaluators[e], 0 lc rgb black lw 0.8 notitle
  }
}

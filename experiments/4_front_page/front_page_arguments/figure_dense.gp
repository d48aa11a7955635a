# title: The same number of records from denser and sparser logs
# tables: dense
subtitle = number(first('dense', 'T')).' records, one of f visits; the arms change every '.number(first('dense', 'P')).' visits; '.intervals('dense')
eval panels(1, 1)
set logscale x 2
set xlabel 'visits per record f'
set ylabel 'estimate'
set xrange [0.9:*]
set key center right spacing 1.1
array evaluators[3] = ['replay', 'S-BRED', 'online']
array colours[3] = [grey, red, blue]
array titles[3] = ['replay', 'S-BRED', 'live, at the pace of the records']
plot for [e=1:3] table('dense') using (stringcolumn('evaluator') eq evaluators[e] && stringcolumn('algorithm') ne 'uniform' ? column('f') : NaN):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 lc rgb colours[e] title titles[e]

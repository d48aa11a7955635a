# title: ICML 2014, figure 3: error of replay and of BRED on portions of the log, UCB (α = 1)
# tables: zones
# without intervals: One subsample per portion
source = ''
set table $ignored
plot table('zones') using (source = stringcolumn('dataset'), column(0)):(column(0))
unset table
set key top right samplen 1
set xlabel 'records of the portion (thousands)'
set ylabel 'estimate minus truth'
set xrange [0:*]
set offsets 0, graph 0.04, 0, 0
set yrange [-0.1:0.2]
pick(n) = column('subsample') == n ? column('records')/1000 : NaN
subtitle = 'One subsample per portion; data: '.source
eval panels(1, 1)
plot table('zones') using (pick(0)):(column('compared')) with points pt 1 ps 0.6 lc rgb red title 'replay', \
  '' using (pick(0)):(column('estimate')) with points pt 2 ps 0.6 lc rgb blue title 'BRED', \
  0 with lines lc rgb black notitle

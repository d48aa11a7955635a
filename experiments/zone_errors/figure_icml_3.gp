# title: Figure 3 of ICML 2014: error of replay and of BRED on the portions of the log, UCB (alpha = 1); one subsample a portion
# tables: zones
source = ''
set table $ignored
plot table('zones') using (source = stringcolumn('dataset'), column(0)):(column(0))
unset table
set title source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top right samplen 1
set xlabel 'records of the portion'
set ylabel 'estimate less truth'
set xrange [0:300000]
set xtics 100000
set yrange [-0.1:0.2]
pick(n) = stringcolumn('evaluator') eq 'S-BRED 10' && column('subsample') == n ? column('records') : NaN
plot table('zones') using (pick(0)):(column('compared')) with points pt 1 ps 0.6 lc rgb '#b2182b' title 'replay', \
  '' using (pick(0)):(column('estimate')) with points pt 2 ps 0.6 lc rgb '#2166ac' title 'BRED', \
  0 with lines lc rgb '#000000' notitle

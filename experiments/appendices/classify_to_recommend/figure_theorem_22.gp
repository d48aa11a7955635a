# title: Theorem 22 on finite logs: how often the better of two actions looks best
# tables: argmax
set logscale x
set xlabel 'T, logged records'
set ylabel 'probability'
set yrange [0.5:1.02]
set offsets graph 0.04, graph 0.04, 0, 0
set key bottom right
set format x '10^{%T}'
pick(a) = (stringcolumn('algorithm') eq a) ? column('T') : NaN
subtitle = 'Click rates 0.05 and 0.03; '.intervals('argmax')
eval panels(1, 1)
plot table('argmax') using (pick('most clicks')):(column('right')):(half_of('right', 'estimate')) with yerrorlines lw 1.5 pt 7 ps 0.7 lc rgb blue title 'most clicks (P_1 and P_{1+0})', \
  '' using (pick('highest rate')):(column('right')):(half_of('right', 'estimate')) with yerrorlines lw 1.5 pt 6 ps 0.7 lc rgb red title 'highest rate (K regressors)'

# title: Theorem 22 on finite logs: probability that the better of two actions (0.05 against 0.03) has the most clicks, or the highest rate
# tables: argmax
set logscale x
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'T, logged records'
set ylabel 'probability'
set yrange [0.5:1.02]
set key bottom right
pick(a) = (stringcolumn('algorithm') eq a) ? column('T') : NaN
plot table('argmax') using (pick('most clicks')):(column('right')):(1.96*column('right_se')) with yerrorlines lw 1.5 pt 7 ps 0.7 lc rgb '#2166ac' title 'most clicks (P_1 and P_{1+0})', \
  '' using (pick('highest rate')):(column('right')):(1.96*column('right_se')) with yerrorlines lw 1.5 pt 6 ps 0.7 lc rgb '#b2182b' title 'highest rate (K regressors)'

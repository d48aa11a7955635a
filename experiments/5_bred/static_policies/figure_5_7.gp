# title: Figure 5.7: mean squared error of RED by its expansion, without bootstrap
# tables: expansion
set logscale x
set xlabel 'E, expansion'
set ylabel 'mean squared error (10^{−3})'
set yrange [0:*]
set xrange [*:*]
set format x '10^{%T}'
set offsets graph 0.03, graph 0.03, graph 0.3, 0
set key top right
pick(v) = column('epsilon') == v ? column('step') : NaN
subtitle = 'T = '.number(last_horizon('expansion')).', one model; dashed: (Γ* + (K − Γ*)/E) Var(r)/T; '.intervals('expansion')
eval panels(1, 1)
plot table('expansion') using (pick(0)):(1000*column('squared_error')):(1000*half_of('squared_error', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'optimal', \
  '' using (pick(0.5)):(1000*column('squared_error')):(1000*half_of('squared_error', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb orange title 'ε-optimal', \
  '' using (pick(1)):(1000*column('squared_error')):(1000*half_of('squared_error', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'uniform', \
  '' using (pick(0.5)):(1000*column('predicted')*column('unit')) with lines dt 2 lw 1.2 lc rgb black title 'predicted', \
  '' using (pick(1)):(1000*column('predicted')*column('unit')) with lines dt 2 lw 1.2 lc rgb black notitle

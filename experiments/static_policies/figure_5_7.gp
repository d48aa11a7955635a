# title: Figure 5.7: mean squared error of RED by its expansion, without bootstrap (T = 1,000; bars: 95% intervals; dashed: (Gamma* + (K - Gamma*)/E) Var/T)
# tables: expansion
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xlabel 'E, expansion'
set ylabel 'mean squared error (10^{-3})'
set yrange [0:2.9]
set xrange [0.8:4000]
set key at graph 0.98, graph 0.8 samplen 2
pick(v) = column('epsilon') == v ? column('step') : NaN
plot table('expansion') using (pick(0)):(1000*column('squared_error')):(1960*column('squared_error_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'optimal', \
  '' using (pick(0.5)):(1000*column('squared_error')):(1960*column('squared_error_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#e08214' title '{/Symbol e}-optimal', \
  '' using (pick(1)):(1000*column('squared_error')):(1960*column('squared_error_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'uniform', \
  '' using (pick(0.5)):(1000*column('predicted')*column('unit')) with lines dt 2 lw 1.2 lc rgb 'black' notitle, \
  '' using (pick(1)):(1000*column('predicted')*column('unit')) with lines dt 2 lw 1.2 lc rgb 'black' notitle

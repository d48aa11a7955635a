# title: Appendix E.3.1: predicted click rates, their error and the order that they give
# tables: rates
$Squared << EOD
20000,2e-4
EOD
$Ranked << EOD
1000,0.8
40000,0.9
200000,0.95
EOD
# A number of the thesis beyond the profile's impressions lies off the panel.
place(x) = x <= last_horizon('rates') ? x : 1
subtitle = intervals('rates').'; “as stated”: the step of the mean as the thesis states it'
eval panels(1, 2)
set logscale x
set format x '10^{%T}'
set xlabel 'impressions'
set xrange [100:*]
pick(b, u) = (column('beta') == b && stringcolumn('update') eq u) ? column('step') : NaN
set ylabel 'mean squared error'
set title '(a) squared error of the click probabilities'
set logscale y
set format y '10^{%T}'
set yrange [*:*]
set offsets 0, 0, graph 0.35, graph 0.04
set key top right
plot table('rates') using (pick(1, 'corrected')):(column('mean_squared_error')):(half_of('mean_squared_error', 'well_ranked')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb sky title 'β = 1', \
  '' using (pick(100, 'corrected')):(column('mean_squared_error')):(half_of('mean_squared_error', 'well_ranked')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb blue title 'β = 100', \
  '' using (pick(300, 'corrected')):(column('mean_squared_error')):(half_of('mean_squared_error', 'well_ranked')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb black title 'β = 300', \
  '' using (pick(1, 'printed')):(column('mean_squared_error')):(half_of('mean_squared_error', 'well_ranked')) with yerrorlines lw 1.5 dt 2 pt 7 ps 0.4 lc rgb orange title 'β = 1, as stated', \
  '' using (pick(100, 'printed')):(column('mean_squared_error')):(half_of('mean_squared_error', 'well_ranked')) with yerrorlines lw 1.5 dt 2 pt 7 ps 0.4 lc rgb red title 'β = 100, as stated', \
  $Squared using (place($1)):2 with points pt 2 ps 1.2 lw 2 lc rgb black title 'thesis'
unset logscale y
set format y '%g'
set ylabel 'share of pairs of impressions'
set title '(b) pairs in the right order'
set yrange [0.3:1]
set key bottom right
plot table('rates') using (pick(1, 'corrected')):(column('well_ranked')):(half('well_ranked')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb sky title 'β = 1', \
  '' using (pick(100, 'corrected')):(column('well_ranked')):(half('well_ranked')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb blue title 'β = 100', \
  '' using (pick(300, 'corrected')):(column('well_ranked')):(half('well_ranked')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb black title 'β = 300', \
  '' using (pick(1, 'printed')):(column('well_ranked')):(half('well_ranked')) with yerrorlines lw 1.5 dt 2 pt 7 ps 0.4 lc rgb orange title 'β = 1, as stated', \
  '' using (pick(100, 'printed')):(column('well_ranked')):(half('well_ranked')) with yerrorlines lw 1.5 dt 2 pt 7 ps 0.4 lc rgb red title 'β = 100, as stated', \
  $Ranked using (place($1)):2 with points pt 2 ps 1.2 lw 2 lc rgb black title 'thesis'

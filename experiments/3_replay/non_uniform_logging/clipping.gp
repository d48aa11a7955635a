# title: Clipping: the error of replay* by the floor of the propensities
# tables: clipping
# without intervals: exact
set logscale x
set logscale y
set xrange [0.001:0.1]
set yrange [0.005:1.5]
set xlabel 'floor τ of the propensities'
set ylabel 'root mean squared error, truth 0.3'
set key bottom left spacing 1.1
subtitle = 'An action that was logged with probability 0.005; exact'
eval panels(1, 1)
pick(t) = column('T') == t ? column('tau') : NaN
plot table('clipping') using (pick(100)):(column('error')) with lines lw 2.5 lc rgb orange title '100 records', \
  '' using (pick(1000)):(column('error')) with lines lw 2.5 lc rgb red title '1,000', \
  '' using (pick(10000)):(column('error')) with lines lw 2.5 lc rgb purple title '10,000', \
  '' using (pick(100000)):(column('error')) with lines lw 2.5 lc rgb blue title '100,000'

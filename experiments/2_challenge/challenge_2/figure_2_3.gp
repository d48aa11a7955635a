# title: Figure 2.3: densities of three continuous features in 60 lines of the log
# tables: densities
subtitle = 'Features of the generated log that stands in for the private one; (b) and (c) on a logarithmic scale'
left = 80; across = 70
eval panels(1, 3)
set key off
set yrange [0:*]
set offsets 0, 0, graph 0.08, 0
set ylabel 'density'
set xlabel 'value'
set title '(a) outliers'
stats table('densities') using (column('feature') == 87 && stringcolumn('evaluator') eq 'linear' ? column('value') : NaN) name 'A' nooutput
set xtics tick(A_max - A_min)
pick(f, axis) = column('feature') == f && stringcolumn('evaluator') eq axis ? column('value') : NaN
plot table('densities') using (pick(87, 'linear')):(column('estimate')) with filledcurves y=0 fs solid 0.25 lc rgb blue, \
  '' using (pick(87, 'linear')):(column('estimate')) with lines lw 2 lc rgb blue
unset ylabel
set logscale x
set xtics 100
set format x '10^{%L}'
set title '(b) outliers'
plot table('densities') using (pick(89, 'logarithmic')):(column('estimate')) with filledcurves y=0 fs solid 0.25 lc rgb blue, \
  '' using (pick(89, 'logarithmic')):(column('estimate')) with lines lw 2 lc rgb blue
set title '(c) similarly distributed'
plot table('densities') using (pick(0, 'logarithmic')):(column('estimate')) with filledcurves y=0 fs solid 0.25 lc rgb blue, \
  '' using (pick(0, 'logarithmic')):(column('estimate')) with lines lw 2 lc rgb blue

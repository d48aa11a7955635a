# title: Figure 2.2: the functions v and w by which a Gaussian weight learns (Lambda > 0: the prediction was right)
# tables: functions
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'Lambda'
set xrange [-5:5]
set yrange [0:5.5]
set key top right
plot table('functions') using (column('t')):(column('v')) with lines lw 2.5 lc rgb '#2166ac' title 'v, step of the mean', \
  '' using (column('t')):(column('w')) with lines lw 2.5 lc rgb '#b2182b' title 'w, shrinking of the variance', \
  '' using (column('t')):(column('factor')) with lines lw 1.5 dt 2 lc rgb '#b2182b' title '1 - w'

# title: Figure 2.2: the functions v and w by which a Gaussian weight learns
# tables: functions
# without intervals: exact
set xlabel 'Λ'
set xrange [-5:5]
set yrange [0:5.5]
set key top right
subtitle = 'v: step of the mean, w: shrinking of the variance; Λ > 0: the prediction was right; exact'
left = 55
eval panels(1, 1)
plot table('functions') using (column('t')):(column('v')) with lines lw 2.5 lc rgb blue title 'v, step of the mean', \
  '' using (column('t')):(column('w')) with lines lw 2.5 lc rgb red title 'w, shrinking of the variance', \
  '' using (column('t')):(column('factor')) with lines lw 1.5 dt 2 lc rgb red title '1 − w'

# title: Figure 3.4: where replay* is better than replay (blue), and where it is not (red)
# tables: heat_map_03 heat_map_003
# without intervals: Exact ratio
set pm3d map
set palette defined (-0.25 '#0072b2', 0 '#f7f7f7', 0.6 '#d55e00')
set cbrange [-0.25:0.6]
set cblabel 'ln(ESE of replay*/ESE of replay)'
set cbtics ('−0.2' -0.2, '−0.1' -0.1, '0' 0, '0.1' 0.1, '0.2' 0.2, '0.3' 0.3, '0.4' 0.4, '0.5' 0.5, '≥ 0.6' 0.6)
set xlabel 'T, logged records'
set ylabel 'K, actions'
set autoscale xfix
set autoscale yfix
set tics out
set key off
subtitle = 'Exact ratio of the expected squared errors; colours end at 0.6'
right = 145
eval panels(1, 2)
set title '(a) g = 0.3'
unset colorbox
plot table('heat_map_03') using (column('T')):(column('K')):(column('log_ratio') > 0.6 ? 0.6 : column('log_ratio')) with image
set title '(b) g = 0.03'
set colorbox
plot table('heat_map_003') using (column('T')):(column('K')):(column('log_ratio') > 0.6 ? 0.6 : column('log_ratio')) with image

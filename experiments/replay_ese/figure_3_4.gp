# title: Figure 3.4: the same for g = 0.3 (left) and g = 0.03 (right), on the same colour scale
# tables: heat_map_03 heat_map_003
set pm3d map
set palette defined (-0.25 '#2166ac', 0 '#f7f7f7', 0.6 '#b2182b')
set cbrange [-0.25:0.6]
set cblabel 'ln(ESE replay* / ESE replay)' offset 1
set rmargin 12
set xlabel 'T, logged records'
set ylabel 'K, actions'
set xrange [0:1000]
set yrange [2:100]
set tics out
set key off
set multiplot layout 1,2
set title 'g = 0.3'
unset colorbox
plot table('heat_map_03') using (column('T')):(column('K')):(column('log_ratio') > 0.6 ? 0.6 : column('log_ratio')) with image
set title 'g = 0.03'
set colorbox
plot table('heat_map_003') using (column('T')):(column('K')):(column('log_ratio') > 0.6 ? 0.6 : column('log_ratio')) with image
unset multiplot

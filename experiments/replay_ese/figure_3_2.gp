# title: Figure 3.2: ln(ESE of replay* / ESE of replay), g = 0.1. Blue: replay* is better; red: replay is
# tables: heat_map_01
set pm3d map
set palette defined (-0.25 '#2166ac', 0 '#f7f7f7', 0.6 '#b2182b')
set cbrange [-0.25:0.6]
set cblabel 'ln(ESE replay* / ESE replay)' offset 1
set xlabel 'T, logged records'
set ylabel 'K, actions'
set xrange [0:1000]
set yrange [2:100]
set tics out
set key off
plot table('heat_map_01') using (column('T')):(column('K')):(column('log_ratio') > 0.6 ? 0.6 : column('log_ratio')) with image

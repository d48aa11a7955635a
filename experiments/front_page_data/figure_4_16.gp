# title: Figure 4.16: the stretches of constant pool, in their order (left) and by size of the pool (right)
# tables: zones
source = ''
stats table('zones') using (source = stringcolumn('dataset'), 1) nooutput
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set ylabel 'records (thousands)'
set yrange [0:*]
set xlabel 'zone'
set title 'data: '.source
plot table('zones') using (column('step')):(column('records')/1e3) with impulses lw 1 lc rgb '#2166ac' notitle
set logscale y
set yrange [*:*]
set xlabel 'news in the pool'
set title ''
plot table('zones') using (column('pool')):(column('records')/1e3) with points pt 7 ps 0.4 lc rgb '#b2182b' notitle
unset multiplot

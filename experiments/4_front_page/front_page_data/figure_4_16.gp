# title: Figure 4.16: the zones of constant pool, in order and by size of the pool
# tables: zones
# without intervals: one log
source = ''
stats table('zones') using (source = stringcolumn('dataset'), 1) nooutput
subtitle = 'All zones of one log; data: '.source.', scale '.values('zones', 'scale')
eval panels(1, 2)
set ylabel 'records (thousands)'
set yrange [0:*]
set xlabel 'zone'
set title '(a) in order'
plot table('zones') using (column('step')):(column('records')/1e3) with impulses lw 1 lc rgb blue notitle
set logscale y
set yrange [*:*]
eval roomy
set format y '10^{%T}'
set xlabel 'articles in the pool'
set title '(b) by size of the pool'
plot table('zones') using (column('pool')):(column('records')/1e3) with points pt 7 ps 0.4 lc rgb red notitle

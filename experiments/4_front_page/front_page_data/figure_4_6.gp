# title: Figure 4.6: features of a visitor and size of the pool over time
# tables: windows
# without intervals: one log
source = ''
stats table('windows') using (source = stringcolumn('dataset'), 1) nooutput
set xlabel 'visits of the log (millions)'
set ylabel 'articles; features'
set yrange [0:*]
set offsets 0, 0, graph 0.15, 0
set key top left
subtitle = 'Means over each of 300 windows of one log; data: '.source.', scale '.values('windows', 'scale')
eval panels(1, 1)
plot table('windows') using (column('step')/1e6):(column('pool')) with lines lw 2 lc rgb blue title 'articles in the pool', \
  '' using (column('step')/1e6):(column('active')) with lines lw 1.5 lc rgb red title 'features of a visitor that are 1, with the constant'

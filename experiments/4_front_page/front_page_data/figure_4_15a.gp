# title: Figure 4.15a: click rate of the two best articles of each moment, and the gap
# tables: windows
# without intervals: one log
source = ''
stats table('windows') using (source = stringcolumn('dataset'), 1) nooutput
set xlabel 'visits of the log (millions)'
set ylabel 'click rate of a window'
set yrange [0:*]
set offsets 0, 0, graph 0.15, 0
set key top left horizontal
subtitle = '300 windows of one log; data: '.source.', scale '.values('windows', 'scale')
eval panels(1, 1)
plot table('windows') using (column('step')/1e6):(column('best')) with lines lw 2 lc rgb red title 'best', \
  '' using (column('step')/1e6):(column('second')) with lines lw 1.5 lc rgb blue title 'second', \
  '' using (column('step')/1e6):(column('gap')) with lines lw 1.5 lc rgb green title 'gap', \
  '' using (column('step')/1e6):(column('favourable') == 1 ? 0.002 : NaN) with points pt 5 ps 0.35 lc rgb grey title 'favourable to contexts'

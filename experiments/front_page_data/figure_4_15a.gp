# title: Figure 4.15a: click rate of the two best news of each moment, and the gap between them
# tables: windows
source = ''
stats table('windows') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'visits of the log (millions)'
set ylabel 'click rate in 300 windows'
set yrange [0:*]
set key top left horizontal samplen 2 opaque
plot table('windows') using (column('step')/1e6):(column('best')) with lines lw 2 lc rgb '#b2182b' title 'best', \
  '' using (column('step')/1e6):(column('second')) with lines lw 1.5 lc rgb '#2166ac' title 'second', \
  '' using (column('step')/1e6):(column('gap')) with lines lw 1.5 lc rgb '#1b7837' title 'gap', \
  '' using (column('step')/1e6):(column('favourable') == 1 ? 0.002 : NaN) with points pt 5 ps 0.35 lc rgb '#777777' title 'favourable to contexts'

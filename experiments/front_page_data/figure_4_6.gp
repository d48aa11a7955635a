# title: Figure 4.6: mean number of features of a visitor and size of the pool over time
# tables: windows
source = ''
stats table('windows') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'visits of the log (millions)'
set ylabel 'mean over 300 windows'
set yrange [0:*]
set key top left samplen 2 opaque
plot table('windows') using (column('step')/1e6):(column('pool')) with lines lw 2 lc rgb '#2166ac' title 'news in the pool', \
  '' using (column('step')/1e6):(column('active')) with lines lw 1.5 lc rgb '#b2182b' title 'features that are 1, the constant included'

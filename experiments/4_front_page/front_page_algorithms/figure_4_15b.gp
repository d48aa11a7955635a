# title: Figure 4.15b: click rate under replay along phase 1, and the gap between the two best news
# tables: course
# without intervals: each window once
source = ''
stats table('course') using (source = stringcolumn('dataset'), 1) nooutput
stats table('course') using (column('draw')) name 'DRAW' nooutput
set xlabel 'visits (millions)'
set ylabel 'click rate in the window'
set yrange [0:*]
set offsets 0, graph 0.03, graph 0.25, 0
set key top right
# Of the study's two forms of LinUCB this is the tuned one, with lambda = 100.
of(a) = (stringcolumn('algorithm') eq a && column('draw') == DRAW_min) ? column('step')/1e6 : NaN
subtitle = 'Windows of a thirtieth of phase 1; data: '.source.', scale '.values('course', 'scale').'; one draw of the articles, each window once'
eval panels(1, 1)
plot table('course') using (of('LinUCB')):(column('estimate')) with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'LinUCB, λ = 100', \
  '' using (of('UCB-V')):(column('estimate')) with linespoints lw 2 pt 5 ps 0.5 lc rgb blue title 'UCB-V', \
  '' using (of('UCB-V')):(column('gap')) with lines lw 2 lc rgb grey title 'gap of the two best'

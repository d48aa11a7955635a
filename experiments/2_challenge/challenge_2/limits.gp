# title: Mean reward of LinUCB under a limit of time, by the share of its answers that come late
# tables: live
subtitle = 'A late answer is a random choice; '.intervals('live')
eval panels(1, 1)
set xlabel 'share of late interactions'
set ylabel 'mean reward'
set xrange [0:*]
set key bottom left
set offsets 0, graph 0.05, graph 0.05, graph 0.3
pick(a) = stringcolumn('algorithm') eq a ? column('late') : NaN
plot table('live') using (pick('limited but learns')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 5 ps 0.6 lc rgb green title 'late rewards learned', \
  '' using (pick('limited')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb blue title 'late rewards dropped', \
  '' using (pick('LinUCB')):(column('expected')) with lines lw 2 dt 2 lc rgb dark title 'without a limit', \
  '' using (pick('uniform')):(column('expected')) with lines lw 2 dt 3 lc rgb grey title 'uniform choice'

# title: Figure 5.1: mean reward so far of LinUCB and UCB played against the synthetic model (mean over model draws, 95% intervals); a log of T records shows replay only what is left of its line
# tables: curves replayed
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key bottom right samplen 2
set ylabel 'mean reward per interaction'
set yrange [0.30:0.56]
pick(a) = stringcolumn('algorithm') eq a ? column('step')/1000 : NaN
at(a, t) = (stringcolumn('algorithm') eq a && column('T') == t) ? t/10000.0 : NaN
set xlabel 'interactions (thousands)'
set xrange [0:100]
set title '(a) T = 100,000'
set arrow 1 from 10, graph 0 to 10, graph 1 nohead lw 2 lc rgb '#4393c3'
plot table('curves') using (pick('LinUCB')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#b2182b' title 'LinUCB', \
  '' using (pick('UCB')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#1b7837' title 'UCB', \
  table('replayed') using (at('LinUCB', 100000)):(column('estimate')) with points pt 2 ps 2 lw 2 lc rgb '#b2182b' title 'replay of LinUCB', \
  '' using (at('UCB', 100000)):(column('estimate')) with points pt 2 ps 2 lw 2 lc rgb '#1b7837' title 'replay of UCB'
set xrange [0:20]
set title '(b) T = 20,000'
set arrow 1 from 2, graph 0 to 2, graph 1 nohead lw 2 lc rgb '#4393c3'
plot table('curves') using (pick('LinUCB')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#b2182b' title 'LinUCB', \
  '' using (pick('UCB')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#1b7837' title 'UCB', \
  table('replayed') using (at('LinUCB', 20000)):(column('estimate')) with points pt 2 ps 2 lw 2 lc rgb '#b2182b' title 'replay of LinUCB', \
  '' using (at('UCB', 20000)):(column('estimate')) with points pt 2 ps 2 lw 2 lc rgb '#1b7837' title 'replay of UCB'
unset multiplot

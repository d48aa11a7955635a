# title: Figure 4.14: UCB and the flawed UCB-V (alpha = 1), live and under replay (mean reward so far over model draws, 95% intervals); left and middle as the thesis, right without UCB-V's linear term. Data: the thesis's Gaussian model
# tables: curves live_curves
set multiplot layout 1,3
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key bottom right samplen 2
set xlabel 'updates'
set xrange [0:510]
set ylabel 'mean reward so far'
set yrange [0.24:0.44]
pick(a, l) = (stringcolumn('algorithm') eq a && column('linear') == l) ? column('step') : NaN
set title '(a) UCB'
plot table('live_curves') using (pick('UCB', 3)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#b2182b' title 'live', \
  table('curves') using (pick('UCB', 3)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 6 ps 0.6 lc rgb '#2166ac' title 'replay'
unset ylabel
set title '(b) UCB-V, linear term 3'
plot table('live_curves') using (pick('UCB-V', 3)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#b2182b' title 'live, flawed or not', \
  table('curves') using (pick('UCB-V', 3)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 1.5 dt 2 pt 8 ps 0.6 lc rgb '#1b7837' title 'replay, correct', \
  '' using (pick('flawed', 3)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 6 ps 0.6 lc rgb '#2166ac' title 'replay, flawed'
set title '(b) UCB-V, no linear term'
plot table('live_curves') using (pick('UCB-V', 0)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#b2182b' title 'live, flawed or not', \
  table('curves') using (pick('UCB-V', 0)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 1.5 dt 2 pt 8 ps 0.6 lc rgb '#1b7837' title 'replay, correct', \
  '' using (pick('flawed', 0)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 6 ps 0.6 lc rgb '#2166ac' title 'replay, flawed'
unset multiplot

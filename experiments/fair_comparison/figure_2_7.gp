# title: Figure 2.7: mean reward so far of LAP and LinUCB at table 2.2's parameters, q_max = 10 (95% intervals); left the thesis's figure, right F = 50 for four times as long
# tables: curves long_run
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set key top left reverse Left samplen 2
set ylabel 'mean reward so far'
set xlabel 'interactions'
set yrange [0.3:0.65]
pick(a) = stringcolumn('algorithm') eq a ? column('step') : NaN
set title 'F = 15'
set xrange [8:6000]
plot table('curves') using (pick('LAP')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#2166ac' title 'LAP, {/Symbol b} = 10', \
  '' using (pick('LinUCB')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#b2182b' title 'LinUCB, {/Symbol a} = 0.3, {/Symbol l} = 1', \
  '' using (pick('LinUCB with lambda 10')):(column('estimate')) with lines lw 2 dt 2 lc rgb '#b2182b' title 'LinUCB, {/Symbol a} = 0.3, {/Symbol l} = 10', \
  '' using (pick('LAP with prior deviation 300')):(column('estimate')) with lines lw 2 dt 2 lc rgb '#2166ac' title 'LAP, 300 read as a deviation'
set title 'F = 50'
set xrange [16:24000]
plot table('long_run') using (pick('LAP')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#2166ac' title 'LAP, {/Symbol b} = 30', \
  '' using (pick('LinUCB')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb '#b2182b' title 'LinUCB, {/Symbol a} = 0.1, {/Symbol l} = 1'
unset multiplot

# title: More visits for the same news: replayed click rate in phase 1 of the best of a few parameters, against the share of the visits (95% intervals over logs)
# tables: scales
source = ''
stats table('scales') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale x
set xlabel 'scale'
set ylabel 'click rate, phase 1'
set yrange [0.03:0.1]
set key bottom right
of(a) = stringcolumn('algorithm') eq a ? column('scale') : NaN
plot table('scales') using (of('UCB')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb '#2166ac' title 'UCB', \
  '' using (of('Optimistic Greedy')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 13 ps 0.8 lc rgb '#1b7837' title 'Optimistic Greedy', \
  '' using (of('LinUCB')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 11 ps 0.6 lc rgb '#b2182b' title 'LinUCB'

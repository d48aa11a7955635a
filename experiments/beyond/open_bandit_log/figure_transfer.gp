# title: Open Bandit Dataset: from the log of Thompson sampling to a uniform choice
# tables: transfer
subtitle = "A uniform choice from 10,000 records of BTS per campaign; normal 95% intervals, cut at 0. Grey: the uniform log's click rate"
names = "'log mean' 'IPS' 'SNIPS' 'clipped IPS' 'DR of means' 'DR'"
place(e) = e eq 'log mean' ? 0 : e eq 'IPS' ? 1 : e eq 'SNIPS' ? 2 : e eq 'clipped IPS' ? 3 : e eq 'DR of means' ? 4 : 5
# A normal interval of few clicks begins below any click rate there is.
possible(low) = low < 0 ? 0 : low
at(d) = stringcolumn('dataset') eq d ? place(stringcolumn('evaluator')) : NaN
only(d, e) = stringcolumn('dataset') eq d && stringcolumn('evaluator') eq e ? 1 : NaN
array effective[2]; array share[2]; array low[2]; array high[2]; array truth[2]
do for [i=1:2] {
  d = word('men women', i)
  stats table('transfer') using (only(d, 'SNIPS')*column('effective_records')) name 's' nooutput
  effective[i] = s_max
  stats table('transfer') using (only(d, 'SNIPS')*column('largest_share')) name 's' nooutput
  share[i] = s_max
  stats table('transfer') using (only(d.' uniform', 'log mean')*column('low')) name 's' nooutput
  low[i] = s_max
  stats table('transfer') using (only(d.' uniform', 'log mean')*column('high')) name 's' nooutput
  high[i] = s_max
  stats table('transfer') using (only(d.' uniform', 'log mean')*column('estimate')) name 's' nooutput
  truth[i] = s_max
}
left = 104; right = 50; across = 70; bottom = 100; top = 116
eval panels(1, 2)
set grid noxtics
set xrange [-0.6:5.6]
set yrange [0:0.018]
set xtics ("log's own" 0, 'IPS' 1, 'SNIPS' 2, 'clipped' 3, 'DR, means' 4, 'DR, ridge' 5) rotate by -35
do for [i=1:2] {
  d = word('men women', i)
  set title sprintf("%s: effective sample size %.0f;\none record has %.0f%% of the weight", d, effective[i], 100*share[i])
  set ylabel i == 1 ? 'click rate' : ''
  set object 1 rectangle from graph 0, first low[i] to graph 1, first high[i] fc rgb pale fs solid 0.6 noborder behind
  set arrow 1 from graph 0, first truth[i] to graph 1, first truth[i] nohead lw 2 lc rgb grey back
  plot table('transfer') using (at(d)):(column('estimate')):(possible(column('low'))):(column('high')) \
    with yerrorbars lw 2 pt 7 ps 0.8 lc rgb i == 1 ? blue : red notitle
}

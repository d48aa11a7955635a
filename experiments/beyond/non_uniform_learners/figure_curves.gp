# title: A learner on a non-uniform log: how far each evaluator follows it
# tables: curves
p_min = first('curves', 'epsilon')/4
subtitle = "LinUCB's mean reward over its first interactions, from ".number(last_horizon('curves')).' records with smallest propensity '. \
  number(p_min)."\nA line ends where fewer than nine in ten logs have records left; bars: ".intervals('curves')
set logscale x
set xtics (10, 20, 50, 100, 200, 500)
set xrange [8:640]
set xlabel 'interactions'
left = 84
eval panels(1, 2)
whole = 0.9*replicates('curves')
row(d, e) = stringcolumn('dataset') eq d && stringcolumn('algorithm') eq 'LinUCB' && stringcolumn('evaluator') eq e && column('estimate_n') >= whole
pick(d, e) = row(d, e) ? column('step') : NaN
do for [d in 'discrete continuous'] {
  set title d.' contexts'
  set ylabel d eq 'discrete' ? 'mean reward' : ''
  if (d eq 'discrete') { unset key; eval roomy } else { set key top left Left reverse; eval headroom }
  plot table('curves') using (pick(d, 'online')):(column('estimate')) with lines lw 5 lc rgb pale title 'the truth: live play', \
    '' using (pick(d, 'naive replay')):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 pt 7 ps 0.5 lc rgb grey title 'naive replay', \
    '' using (pick(d, 'rejection')*1.03):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 pt 5 ps 0.5 lc rgb orange title 'rejection', \
    '' using (pick(d, 'DR-ns')*0.97):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 pt 9 ps 0.6 lc rgb green title 'DR-ns', \
    '' using (pick(d, 'importance BRED')):(column('estimate')):(half('estimate')) with yerrorlines lw 2.5 pt 7 ps 0.6 lc rgb blue title 'importance BRED', \
    '' using (pick(d, 'jittered importance BRED')):(column('estimate')):(half('estimate')) with yerrorlines lw 1.5 dt 2 pt 6 ps 0.6 lc rgb purple title 'jittered importance BRED'
}

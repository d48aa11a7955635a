# title: Iterative improvements (figure 5.10): expected reward of the policy chosen after each round (95% intervals), by the exploration epsilon and the rule
# tables: loop one_shot
stats table('one_shot') using (column('truth')) nooutput
one_shot = STATS_mean
stats table('loop') using (column('best')) nooutput
best = STATS_mean
set multiplot layout 1,3
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'interactions so far (1,000)'
set xrange [0:28]
set yrange [*<0.40:0.57<*]
set key bottom right samplen 2 noenhanced
names = "'lower bound' 'difference' 'estimate' 'RED_inf' 'minimum variance'"
titles = "'lower bound' 'difference' 'estimate (risky)' 'RED_inf' 'minimum variance'"
colours = "#2166ac #67a9cf #b2182b #1b7837 #762a83"
do for [e in '0.01 0.05 0.2'] {
  set title '{/Symbol e} = '.e
  set ylabel (e eq '0.01' ? 'expected reward' : '')
  pick(i, v) = (stringcolumn('evaluator') eq word(names, i) && column('epsilon') == v) ? 2 + 4.8*(column('step') - 1) + 0.25*(i - 3) : NaN
  if (e eq '0.01') { set key bottom right } else { unset key }
  plot best with lines lw 2 lc rgb '#999999' title 'best', \
    one_shot with lines lw 2 dt 2 lc rgb 'black' title 'one uniform log', \
    for [i=1:words(names)] table('loop') using (pick(i, e + 0)):(column('truth')):(1.96*column('truth_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb word(colours, i) title word(titles, i)
}
unset multiplot

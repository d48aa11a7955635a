# title: Figure 5.8: bias of BRED, S-BRED and replay for UCB and LinUCB, by the size of the log
# tables: bias_shortest bias_short bias_medium bias_long bias_longest
set key top right reverse Left
set xlabel 'T, records of the log and interactions to be estimated'
set ylabel 'estimate minus truth'
set format x '10^{%T}'
eval headroom
set xzeroaxis lw 1.5 lc rgb dark
# The last size of S-BRED with LinUCB is in bias_longest, of more models than in bias_long.
again(t) = t eq 'bias_long' && column('T') == last('bias_longest', 'T') && stringcolumn('algorithm') eq 'LinUCB' && stringcolumn('minuend') eq 'S-BRED'
is(t, a, e) = stringcolumn('algorithm') eq a && stringcolumn('minuend') eq e && stringcolumn('subtrahend') eq 'online' && !again(t)
algorithms = 'UCB UCB UCB LinUCB LinUCB LinUCB'
evaluators = 'S-BRED BRED replay S-BRED BRED replay'
do for [i=1:6] {
  # In profile standard bias_longest has only S-BRED with LinUCB.
  sizes = 'bias_shortest bias_short bias_medium bias_long'.((profile ne 'standard' || i == 4) ? ' bias_longest' : '')
  set table $Data
  plot for [t in sizes] table(t) using (is(t, word(algorithms, i), word(evaluators, i)) ? column('T') : NaN):(column('estimate')):(half('estimate')) with table
  unset table
  eval sprintf('set print $D%d', i)
  do for [j=1:|$Data|] { if (strlen($Data[j]) > 2 && word($Data[j], 1) ne 'NaN') { print $Data[j] } }
  unset print
}
set datafile separator whitespace
set logscale x
subtitle = 'B = 1, no jitter; new models; '.intervals('bias_shortest').' (T ≤ '.number(last('bias_shortest', 'T')).') to '.number(replicates('bias_long')).' (T ≥ '.number(first('bias_long', 'T')).')'
eval panels(1, 1)
plot $D1 using 1:2:3 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb green title 'UCB, S-BRED', \
  $D2 using 1:2:3 with yerrorlines lw 2 pt 6 ps 0.7 dt 2 lc rgb green title 'UCB, BRED', \
  $D3 using 1:2 with lines lw 1.2 dt 3 lc rgb green title 'UCB, replay', \
  $D4 using 1:2:3 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'LinUCB, S-BRED', \
  $D5 using 1:2:3 with yerrorlines lw 2 pt 6 ps 0.7 dt 2 lc rgb red title 'LinUCB, BRED', \
  $D6 using 1:2 with lines lw 1.2 dt 3 lc rgb red title 'LinUCB, replay'

# title: Section 4.4.3: what epoch-greedy earns, in units of the most popular article
# tables: argument learned
subtitle = '(a) by the lift, exact; (b) by the records explored, '.intervals('learned')
eval panels(1, 2)
set key top left
set xlabel 'lift on half of the visits, %'
set ylabel 'earned over most popular'
set title '(a) the argument'
set yrange [*:*]
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dt 2 lw 1.5 lc rgb dark
plot table('argument') using (100*column('lift')):(column('epoch_greedy')) with lines lw 2 lc rgb blue title 'epoch-greedy', \
  '' using (abs(column('lift') - 0.05) < 1e-9 ? 5 : NaN):(column('epoch_greedy')) with points pt 7 ps 1 lc rgb red title '1.0181'
set logscale x
set format x '10^{%T}'
set xlabel 'records explored, τ'
set title '(b) a lift of 5% that has to be learned'
set key bottom right
set yrange [*:*]
eval roomy
plot table('learned') using (column('tau')):(column('earned')):(half_of('earned', 'true_lift')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb blue title 'learned', \
  1.0180833 lw 2 dt 3 lc rgb red title 'known'

# title: Li et al. 2011, figures 6 and 7: offline over online click rate, one point per day and log
# tables: days own
# without intervals: one point per day and log
source = ''
set table $ignored
plot table('days') using (source = stringcolumn('dataset'), column(0)):(column(0))
unset table
# fed[(day, replicate)], and the same for the own visits' two sides.
n = 15*(replicates('days') > replicates('own') ? replicates('days') : replicates('own'))
array fed_emp[n]; array fed_semp[n]; array fed_cemp[n]
array own_emp[n]; array own_semp[n]; array own_cemp[n]
do for [i=1:n] { fed_emp[i] = NaN; fed_semp[i] = NaN; fed_cemp[i] = NaN; own_emp[i] = 1; own_semp[i] = 1; own_cemp[i] = 1 }
place(x) = int(column('day') + 15*column('replicate'))
is(a) = stringcolumn('algorithm') eq a
f(x) = stringcolumn('evaluator') eq 'offline' ? column('estimate') : 1/column('estimate')
set table $ignored
plot table('days') using ((is('EMP') ? (fed_emp[place(0)] = column('ratio')) : is('SEMP') ? (fed_semp[place(0)] = column('ratio')) : is('CEMP') ? (fed_cemp[place(0)] = column('ratio')) : 0), column(0)):(column(0)), \
  table('own') using ((is('EMP') ? (own_emp[place(0)] = own_emp[place(0)]*f(0)) : is('SEMP') ? (own_semp[place(0)] = own_semp[place(0)]*f(0)) : is('CEMP') ? (own_cemp[place(0)] = own_cemp[place(0)]*f(0)) : 0), column(0)):(column(0))
unset table
subtitle = '(a) learning from the random bucket, as in the paper; (b) learning from their own visits (algorithm 2); data: '.source
eval panels(1, 2)
set key top left samplen 1
set xlabel 'offline/online, EMP'
set ylabel 'offline/online, SEMP and CEMP'
set title '(a) fed by the random bucket'
set xrange [0.7:1.3]
set yrange [0.7:1.3]
plot sample [i=1:n:1] '+' using (fed_emp[int(i)]):(fed_semp[int(i)]) with points pt 4 ps 0.6 lw 1.5 lc rgb green title 'SEMP', \
  [i=1:n:1] '+' using (fed_emp[int(i)]):(fed_cemp[int(i)]) with points pt 8 ps 0.7 lw 1.5 lc rgb blue title 'CEMP', \
  [0.7:1.3] x with lines lc rgb black notitle
set title '(b) learning from their own visits'
set key bottom right
set xrange [0.2:1.6]
set yrange [0.2:1.6]
plot sample [i=1:n:1] '+' using (own_emp[int(i)]):(own_emp[int(i)] == 1 ? NaN : own_semp[int(i)]) with points pt 4 ps 0.6 lw 1.5 lc rgb green title 'SEMP', \
  [i=1:n:1] '+' using (own_emp[int(i)]):(own_emp[int(i)] == 1 ? NaN : own_cemp[int(i)]) with points pt 8 ps 0.7 lw 1.5 lc rgb blue title 'CEMP', \
  [0.2:1.6] x with lines lc rgb black notitle

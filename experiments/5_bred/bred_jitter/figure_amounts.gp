# title: BRED for LinUCB by the jitter: too little has no effect, and the acceptance shows it
# tables: amounts
subtitle = 'Jitter of bandwidth h = C/√T; B = 1; one model; best policy: of those that see the features; '.intervals('amounts')
across = 45; down = 50
eval panels(2, 3)
x(c) = c < 0.1 ? 0.03 : c
pick(a, e, t) = (stringcolumn('algorithm') eq a && stringcolumn('evaluator') eq e && column('T') == t) ? x(column('C')) : NaN
set logscale x
set xrange [0.025:130]
set xtics ('0' 0.03, '0.1' 0.1, '1' 1, '10' 10, '100' 100)
do for [t in '500 2000 10000'] {
  set title sprintf('T = %s', number(t + 0))
  set yrange [0.28:0.95]
  set ylabel (t eq '500' ? 'mean reward' : '')
  if (t eq '500') { set key top left reverse Left } else { unset key }
  plot table('amounts') using (pick('LinUCB', 'BRED', t + 0)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red title 'BRED', \
    '' using (pick('LinUCB', 'online', t + 0)):(column('expected')) with lines lw 2 lc rgb dark title 'truth', \
    '' using (pick('best policy', 'online', t + 0)):(column('expected')) with lines lw 1.5 dt 2 lc rgb green title 'best policy', \
    '' using (pick('LinUCB', 'replay', t + 0)):(column('estimate')) with lines lw 1.5 dt 3 lc rgb blue title 'replay'
}
unset key
set title ''
set xlabel 'C'
do for [t in '500 2000 10000'] {
  set yrange [0.3:1.1]
  set ylabel (t eq '500' ? 'acceptances / T' : '')
  plot table('amounts') using (pick('LinUCB', 'BRED', t + 0)):(column('acceptance')):(half_of('acceptance', 'estimate')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb red
}

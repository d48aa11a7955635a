# title: What BRED (B = 1) says LinUCB earns, over the jitter h = C / sqrt(T): too little does nothing, and the acceptance says (95% intervals; best policy: of those that see the features)
# tables: amounts
set multiplot layout 2,3
set grid lt 1 lw 0.6 lc rgb '#cccccc'
x(c) = c < 0.1 ? 0.03 : c
pick(a, e, t) = (stringcolumn('algorithm') eq a && stringcolumn('evaluator') eq e && column('T') == t) ? x(column('C')) : NaN
set logscale x
set xrange [0.025:130]
set xtics ('0' 0.03, '0.1' 0.1, '1' 1, '10' 10, '100' 100)
do for [t in '500 2000 10000'] {
  set title sprintf('T = %s', t)
  set yrange [0.28:0.72]
  set ylabel (t eq '500' ? 'mean reward' : '')
  if (t eq '500') { set key top left reverse Left samplen 2 spacing 0.9 } else { unset key }
  plot table('amounts') using (pick('LinUCB', 'BRED', t + 0)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb '#b2182b' title 'BRED', \
    '' using (pick('LinUCB', 'online', t + 0)):(column('expected')) with lines lw 2 lc rgb '#222222' title 'truth', \
    '' using (pick('best policy', 'online', t + 0)):(column('expected')) with lines lw 1.5 dt 2 lc rgb '#1b7837' title 'best policy', \
    '' using (pick('LinUCB', 'replay', t + 0)):(column('estimate')) with lines lw 1.5 dt 3 lc rgb '#2166ac' title 'replay'
}
unset key
set title ''
set xlabel 'C'
do for [t in '500 2000 10000'] {
  set yrange [0.3:1.1]
  set ylabel (t eq '500' ? 'acceptances / T' : '')
  plot table('amounts') using (pick('LinUCB', 'BRED', t + 0)):(column('acceptance')):(1.96*column('acceptance_se')) with yerrorlines lw 2 pt 7 ps 0.6 lc rgb '#b2182b'
}
unset multiplot

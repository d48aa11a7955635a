# title: Figure B.1 on published sets: click rate of the trained policy (exact; bars: 95% intervals over logs) against the records trained on
# tables: published
set multiplot layout 2,2 margins 0.08,0.98,0.1,0.93 spacing 0.09,0.13
set logscale x
set xrange [1500:22000]
set offsets 0, 0, graph 0.1, graph 0.05
set grid ytics lt 1 lw 0.6 lc rgb '#cccccc'
array names[6] = ['LogR (i)', 'LogR (iii)', 'NB (i)', 'NB (iii)', 'RF (i)', 'RF (iii)']
array colours[6] = ['#b2182b', '#2166ac', '#b2182b', '#2166ac', '#b2182b', '#2166ac']
array dashes[6] = [1, 1, 4, 4, 2, 2]
pick(a, d) = (stringcolumn('algorithm') eq names[a] && stringcolumn('dataset') eq d) ? column('n')*(1 + 0.02*(a - 3)) : NaN
do for [d in 'pendigits optdigits satimage letter'] {
  set title 'data: '.d.' (UCI)' offset 0,-0.7
  if (d eq 'pendigits') { set key bottom right reverse Left samplen 2 } else { unset key }
  if (d eq 'satimage' || d eq 'letter') { set xlabel 'records trained on' } else { unset xlabel }
  if (d eq 'pendigits' || d eq 'satimage') { set ylabel 'click rate' } else { unset ylabel }
  plot for [a=1:6] table('published') using (pick(a, d)):(column('truth')):(1.96*column('truth_se')) with yerrorlines lw 1.5 pt 7 ps 0.4 dt dashes[a] lc rgb colours[a] title names[a]
}
unset multiplot

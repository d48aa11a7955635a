# title: Figure B.1 on published sets: click rate of the trained policy by the records trained on
# tables: published
subtitle = "Exact click rates; UCI sets made into click logs; ".intervals('published')." (logs)\n(i) a classifier on the records with a click, (iii) a regressor per action"
right = 150; across = 60; down = 75
eval panels(2, 2)
set logscale x
eval roomy
set xrange [0.6*first('published', 'n'):1.6*last('published', 'n')]
set xtics ()
do for [n in values('published', 'n')] { set xtics add (number(n + 0) n + 0) }
set grid noxtics
set format x '%g'
array names[6] = ['LogR (i)', 'LogR (iii)', 'NB (i)', 'NB (iii)', 'RF (i)', 'RF (iii)']
array colours[2] = [red, blue]
array marks[6] = [6, 7, 4, 5, 8, 9]
pick(a, d) = (stringcolumn('algorithm') eq names[a] && stringcolumn('dataset') eq d) ? column('n')*2**(0.15*(a - 3.5)) : NaN
do for [d in 'pendigits optdigits satimage letter'] {
  set title 'data: '.d.' (UCI)'
  if (d eq 'optdigits') { set key outside right top reverse Left } else { unset key }
  set xlabel (d eq 'satimage' || d eq 'letter' ? 'records trained on' : '')
  if (d eq 'pendigits' || d eq 'satimage') { set ylabel 'click rate' } else { unset ylabel }
  plot for [a=1:6] table('published') using (pick(a, d)):(column('truth')):(half('truth')) with yerrorbars lw 1.5 pt marks[a] ps 0.9 lc rgb colours[2 - a % 2] title names[a]
}

# title: Windows and kernels over time: bias, error and deviation of BRED by their width
# tables: windows widths
subtitle = 'Discounted UCB, ten drifting arms, T = '.number(last_horizon('windows')).'; '.intervals('windows').' (kernels: '.number(replicates('widths'))."), (c, d) of normal errors\n(c, d) lines without dots: the standard deviation alone"
down = 100
eval panels(2, 2)
set logscale x
set format x '10^{%T}'
unset key
pick(k, c) = stringcolumn('kind') eq k ? column(c) : NaN
eval roomy
kinds = 'abrupt smooth'
colours = red.' '.blue
marks = '7 5'
titles = "'abrupt changes' 'smooth drift'"
do for [panel=1:4] {
  of = panel % 2 == 1 ? 'windows' : 'widths'
  size = panel % 2 == 1 ? 'size' : 'width'
  set title word("'(a) bias, windows' '(b) bias, kernel over time' '(c) root mean squared error, windows' '(d) root mean squared error, kernel'", panel)
  set xlabel panel < 3 ? '' : panel == 3 ? 'records in a window' : 'width of the kernel in records'
  set ylabel panel == 1 ? 'estimate minus direct play' : panel == 3 ? 'error' : ''
  if (panel == 1) { set key bottom left } else { unset key }
  if (panel < 3) {
    set yrange [*:*]
    plot 0 with lines lc rgb black notitle, for [i=1:2] table(of) using (pick(word(kinds, i), size)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt (word(marks, i) + 0) ps 0.6 lc rgb word(colours, i) title word(titles, i)
  } else {
    set yrange [0:*]
    plot for [i=1:2] table(of) using (pick(word(kinds, i), size)):(column('root_mean_square')):(root_square('estimate', -1)):(root_square('estimate', 1)) with yerrorlines lw 2 pt (word(marks, i) + 0) ps 0.6 lc rgb word(colours, i) notitle, \
      for [i=1:2] table(of) using (pick(word(kinds, i), size)):(column('estimate_sd')) with lines lw 2 dt i + 1 lc rgb word(colours, i) notitle
  }
}

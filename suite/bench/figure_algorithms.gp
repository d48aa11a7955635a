# The step of every contextual algorithm over F (above) and over K (below), in four panels from the fastest to the slowest. The
# lines of the other panels are grey; each line's name stands at its end.
set multiplot title 'Contextual algorithms, from the fastest to the slowest: nanoseconds of CPU time for one step (choose and update), dense contexts' font ',16'
set logscale xy
set grid ytics lt 1 lw 0.6 lc rgb '#dddddd'
set tics nomirror out font ',12'
set border 2
set format y '10^{%T}'
set yrange [1:1e6]
unset key
columns(name) = 1 + int(system("head -n 1 '".table(name)."' | tr -cd , | wc -c"))
colour(i) = word('#000000 #0072b2 #d55e00 #6a3d9a', (i - 2) % 4 + 1)
shape(i) = int(word('7 5 9 11', (i - 2) % 4 + 1))
set label 1 where at screen 0.5,0.012 center font ',10' textcolor rgb '#666666' noenhanced
do for [row = 1:2] {
  stem = row == 1 ? 'by_F' : 'by_K'
  least = row == 1 ? 0.9 : 1.8  # a little below the first tic
  most = row == 1 ? 137 : 200
  # The right side of a panel is for the names.
  set xrange [least:most * (most / least) ** 1.7]
  if (row == 1) {
    set xtics (1, 16, 51, '    137' 137)
    set xlabel 'F + 1 features (K = 10)' offset -5,0.4
  } else {
    set xtics (2, 10, 50, 200)
    set xlabel 'K actions (F = 15)' offset -5,0.4
  }
  top = row == 1 ? 0.94 : 0.475
  set tmargin at screen top
  set bmargin at screen top - 0.365
  do for [panel = 1:4] {
    name = sprintf('%s_%d', stem, panel)
    set lmargin at screen 0.045 + 0.24 * (panel - 1)
    set rmargin at screen 0.045 + 0.24 * (panel - 1) + 0.225
    plot for [i = 2:columns(stem)] table(stem) skip 1 using 1:i with lines lw 1 lc rgb '#d0d0d0', \
      for [i = 2:columns(name)] table(name) skip 1 using 1:i with linespoints lw 1.8 pt shape(i) ps 0.8 lc rgb colour(i), \
      table(name.'_labels') skip 1 using (most):2:(0.35 * most):($3 - $2) with vectors nohead lw 0.6 lc rgb '#888888', \
      '' skip 1 using (1.45 * most):3:1 with labels left noenhanced font ',10'
    unset label 1
  }
}
unset multiplot

# The step of every algorithm that ignores the context over K, in four panels from the fastest to the slowest. The lines of the
# other panels are grey; each line's name stands at its end.
set multiplot title 'Algorithms that ignore the context, from the fastest to the slowest: nanoseconds of CPU time for one step (choose and update)' font ',16'
set logscale xy
set grid ytics lt 1 lw 0.6 lc rgb '#dddddd'
set tics nomirror out font ',12'
set border 2
set format y '10^{%T}'
set yrange [1:1e5]
set xtics (2, 10, 50, 200)
least = 1.8  # a little below the first tic
most = 200
# The right side of a panel is for the names.
set xrange [least:most * (most / least) ** 1.1]
unset key
columns(name) = 1 + int(system("head -n 1 '".table(name)."' | tr -cd , | wc -c"))
colour(i) = word('#000000 #0072b2 #d55e00 #6a3d9a', (i - 2) % 4 + 1)
shape(i) = int(word('7 5 9 11', (i - 2) % 4 + 1))
set label 1 where at screen 0.5,0.012 center font ',10' textcolor rgb '#666666' noenhanced
set xlabel 'K actions' offset -7,0.4
set tmargin at screen 0.92
set bmargin at screen 0.12
do for [panel = 1:4] {
  name = sprintf('plain_%d', panel)
  set lmargin at screen 0.045 + 0.24 * (panel - 1)
  set rmargin at screen 0.045 + 0.24 * (panel - 1) + 0.225
  plot for [i = 2:columns('plain')] table('plain') skip 1 using 1:i with lines lw 1 lc rgb '#d0d0d0', \
    for [i = 2:columns(name)] table(name) skip 1 using 1:i with linespoints lw 1.8 pt shape(i) ps 0.9 lc rgb colour(i), \
    table(name.'_labels') skip 1 using (most):2:(0.35 * most):($3 - $2) with vectors nohead lw 0.6 lc rgb '#888888', \
    '' skip 1 using (1.45 * most):3:1 with labels left noenhanced font ',11'
  unset label 1
}
unset multiplot

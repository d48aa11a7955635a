# The step of every algorithm that ignores the context, against K: four panels, from the fastest to the slowest.
set multiplot layout 2,2 title 'Algorithms that ignore the context: CPU time of one step (choose and update), from the fastest to the slowest' font ',16'
set logscale xy
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set tics nomirror out
set border 3
set format y '10^{%T}'
set xtics (2, 10, 50, 200)
set xrange [1.8:230]
set yrange [1:1e5]
colour(i) = word('#2166ac #b2182b #1b7837 #e08214 #762a83 #4d4d4d #35978f #c51b7d', (i - 2) % 8 + 1)
shape(i) = int(word('7 5 9 11', (i - 2) / 8 + 1))
set label 1 where at screen 0.5,0.012 center font ',10' textcolor rgb '#666666' noenhanced
do for [panel = 1:4] {
  name = sprintf('plain_%d', panel)
  stats table(name) skip 1 nooutput
  n = int(STATS_columns)
  left = panel % 2 == 1 ? 0.06 : 0.55
  top = panel <= 2 ? 0.93 : 0.5
  set lmargin at screen left
  set rmargin at screen left + 0.26
  set tmargin at screen top
  set bmargin at screen top - 0.36
  set ylabel (panel % 2 == 1 ? 'nanoseconds' : '')
  set xlabel (panel > 2 ? 'actions (K)' : '')
  set key at screen left + 0.27, screen top left top Left reverse samplen 2 spacing 1.2 font ',13' noenhanced
  plot for [i = 2:n] table(name) using 1:i with linespoints lw 1.6 pt shape(i) ps 0.9 lc rgb colour(i) title columnheader(i)
  unset label 1
}
unset multiplot

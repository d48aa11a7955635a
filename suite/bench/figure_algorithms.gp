# The step of every contextual algorithm against F and against K.
set multiplot layout 1,2 title 'Contextual algorithms: CPU time of one step (choose and update), dense contexts' font ',16'
set logscale xy
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set tics nomirror out
set border 3
set format y '10^{%T}'
set ylabel 'nanoseconds'
set yrange [1:1e6]
colour(i) = word('#2166ac #b2182b #1b7837 #e08214 #762a83 #4d4d4d #35978f #c51b7d', (i - 2) % 8 + 1)
shape(i) = int(word('7 5 9 11 13', (i - 2) / 8 + 1))
dash(i) = (i - 2) / 8 + 1
stats table('by_F') skip 1 nooutput
n = int(STATS_columns)
set bmargin 5
set lmargin at screen 0.055
set rmargin at screen 0.39
set xlabel 'features with the constant (F + 1), K = 10'
set xtics (1, 16, 51, 137)
set xrange [0.9:160]
unset key
set label 1 where at screen 0.5,0.012 center font ',10' textcolor rgb '#666666' noenhanced
plot for [i = 2:n] table('by_F') using 1:i with linespoints lw 1.6 dt dash(i) pt shape(i) ps 0.8 lc rgb colour(i) title columnheader(i)
unset label 1
set lmargin at screen 0.44
set rmargin at screen 0.775
set xlabel 'actions (K), F = 15'
set xtics (2, 10, 50, 200)
set xrange [1.8:230]
unset ylabel
set key at screen 0.785, screen 0.9 left top Left reverse samplen 3 spacing 1.3 noenhanced
plot for [i = 2:n] table('by_K') using 1:i with linespoints lw 1.6 dt dash(i) pt shape(i) ps 0.8 lc rgb colour(i) title columnheader(i)
unset multiplot

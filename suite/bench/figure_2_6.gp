# Figure 2.6's successor: what a run of the thesis's experiment costs, linear and logarithmic.
set multiplot layout 1,2 title 'Figure 2.6, measured: 1,000 runs of 5,000 steps, K = 10, without the simulator' font ',16'
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.85 noborder
set boxwidth 0.92
set grid ytics lt 1 lw 0.6 lc rgb '#cccccc'
set tics nomirror out
set border 3
set xtics rotate by -20 scale 0
set bmargin 7
set xrange [-0.6:5.7]
set ylabel 'CPU seconds'
set format y '%g'
short(name) = name eq 'LinUCB Sherman-Morrison' ? 'Sherman-Morrison' : name
label(y) = y >= 100 ? sprintf('%.0f', y) : y >= 10 ? sprintf('%.1f', y) : sprintf('%.2f', y)
set label 1 where at screen 0.5,0.012 center font ',10' textcolor rgb '#666666' noenhanced
do for [panel = 1:2] {
  if (panel == 1) {
    set key top left samplen 1.5 reverse Left
    set yrange [0:*]
    set offsets 0, 0, graph 0.06, 0
  } else {
    unset key
    unset label 1
    set logscale y
    set offsets 0, 0, 0, 0
    set yrange [0.1:300]
  }
  plot table('figure_2_6') skip 1 using 2:xtic(short(stringcolumn(1))) lc rgb '#2166ac' title 'F = 15', \
    '' skip 1 using 3 lc rgb '#b2182b' title 'F = 50', \
    '' skip 1 using ($0-0.17):2:(label($2)) with labels offset 0,0.6 font ',10' notitle, \
    '' skip 1 using ($0+0.17):3:(label($3)) with labels offset 0,0.6 font ',10' notitle
}
unset multiplot

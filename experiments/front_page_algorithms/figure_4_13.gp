# title: Figure 4.13: each algorithm at its best parameter of phase 1, and the same in phase 2 (95% intervals over logs)
# tables: best
source = ''
stats table('best') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set lmargin at screen 0.32
set grid x lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'click rate'
set xrange [0:0.13]
set yrange [9.6:-0.6]
set style fill solid 0.85 noborder
set key right center
plot table('best') using (0):0:(0):(column('estimate')):($0-0.38):($0-0.02):ytic(stringcolumn('algorithm').' ('.stringcolumn('candidate').')') with boxxyerror lc rgb '#92c5de' title 'phase 1, which chose the parameter', \
  '' using (column('estimate')):($0-0.2):(1.96*column('estimate_se')) with xerrorbars pt 0 lw 1.5 lc rgb '#2166ac' notitle, \
  '' using (0):0:(0):(column('phase_2')):($0+0.02):($0+0.38) with boxxyerror lc rgb '#f4a582' title 'phase 2', \
  '' using (column('phase_2')):($0+0.2):(1.96*column('phase_2_se')) with xerrorbars pt 0 lw 1.5 lc rgb '#b2182b' notitle

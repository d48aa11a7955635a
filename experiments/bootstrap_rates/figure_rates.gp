# title: Distance of the bootstrap's law to the true one: size of the log, expansion, coefficient, clicks (bars: 95% intervals of the mean over logs)
# tables: lemma laws normal gamma lattice
set multiplot layout 2,2
set logscale xy
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set format y '10^{%T}'
set key samplen 2
num(c, v) = abs(column(c) - v) < 1e-9

set title 'size of the log'
set xlabel 'T, accepted records'
set ylabel 'sup distance'
set xrange [40:1000]
set yrange [2e-7:1]
set key bottom left
law(e) = (stringcolumn('evaluator') eq e && num('E', 1)) ? column('T') : NaN
plot table('laws') using (law('printed')):(column('estimate')) with linespoints pt 2 lc rgb '#777777' title 'as printed, section 5.3.2 (p. 126)', \
  '' using (law('rescaled')):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 5 ps 0.7 lc rgb '#b2182b' title 'Algorithm 13: e', \
  '' using (law('plain')):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 9 ps 0.7 lc rgb '#e08214' title 'not studentised', \
  table('normal') using (column('T') < 1000 ? column('T') : NaN):(column('estimate')) with points pt 4 ps 0.8 lc rgb '#542788' title 'normal', \
  table('lemma') using (num('E', 1) ? column('T') : NaN):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 7 ps 0.7 lc rgb '#2166ac' title 'studentised', \
  0.26/x with lines lc rgb '#2166ac' dt 2 notitle, 0.15/sqrt(x) with lines lc rgb '#e08214' dt 2 notitle, 0.228/sqrt(x) with lines lc rgb '#b2182b' dt 2 notitle

set title 'size of the resamples (lines: slope -1/2)'
set xlabel "T' = E T"
set xrange [10:20000]
set yrange [5e-5:2e-2]
set key bottom left
at_T(v) = num('T', v) ? column('T') * column('E') : NaN
plot for [v in '50 200 800'] table('lemma') using (at_T(v+0)):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 7 ps 0.7 title 'T = '.v, \
  for [v in '50 200 800'] 0.26/sqrt((v+0)*x) with lines lc rgb '#777777' dt 2 notitle

set title 'the coefficient (T = 3200; lines: slope 1/2 and 1)'
set xlabel '{/Symbol G}* (RED*: {/Symbol G}^+)'
set xrange [1:100]
set yrange [5e-5:5e-3]
set key top left
of(e, c) = stringcolumn('evaluator') eq e ? column(c) : NaN
plot table('gamma') using (of('R-BRED', 'gamma_star')):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 7 ps 0.7 lc rgb '#2166ac' title 'R-BRED(T)', \
  '' using (of('BRED K', 'gamma_star')*1.05):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 5 ps 0.6 lc rgb '#1b7837' title 'BRED, E = K', \
  '' using (of('RED*', 'gamma_plus')):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 9 ps 0.7 lc rgb '#b2182b' title 'RED*_{/Symbol \245}', \
  0.26*sqrt(x)/3200 with lines lc rgb '#2166ac' dt 2 notitle, 0.026*x/3200 with lines lc rgb '#b2182b' dt 2 notitle

set title 'clicks (p = 0.3; line: 1/sqrt(2{/Symbol p}p(1-p)T))'
set xlabel 'T, accepted records'
set xrange [70:10000]
set yrange [4e-3:0.2]
set key bottom left
click(e) = stringcolumn('evaluator') eq e ? column('T') : NaN
plot table('lattice') using (click('bootstrap')):(column('estimate')):(1.96*column('estimate_se')) with yerrorbars pt 7 ps 0.7 lc rgb '#2166ac' title 'studentised bootstrap', \
  '' using (click('normal')):(column('estimate')) with points pt 4 ps 0.8 lc rgb '#542788' title 'normal', \
  1/sqrt(2*pi*0.21*x) with lines lc rgb '#2166ac' dt 2 notitle
unset multiplot

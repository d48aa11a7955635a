# title: Distance between the bootstrap distribution and the true one
# tables: lemma distributions normal gamma red_star lattice
subtitle = 'Largest difference of the distribution functions. (a, b) '.intervals('lemma').', (c) '.runs('gamma').' (RED*: '.number(replicates('red_star')).'), (d) '.runs('lattice')."\nDashed lines: the rates that the theorems give"
right = 155; across = 235; down = 105
eval panels(2, 2)
set key at graph 1.03, graph 1 left top Left reverse samplen 1.5
set logscale xy
set format y '10^{%T}'
set offsets 0, 0, graph 0.06, graph 0.06
set key
num(c, v) = abs(column(c) - v) < 1e-9

set title '(a) size of the log'
set xlabel 'T, accepted records'
set ylabel 'distance'
set xrange [40:1000]
set yrange [1e-6<*:1<*<10]
law(e) = (stringcolumn('evaluator') eq e && num('E', 1)) ? column('T') : NaN
plot table('distributions') using (law('printed')):(column('estimate')) with linespoints pt 2 lc rgb grey title 'as in section 5.3.2', \
  '' using (law('rescaled')):(column('estimate')):(half('estimate')) with yerrorbars pt 5 ps 0.7 lc rgb red title 'Algorithm 13', \
  '' using (law('plain')):(column('estimate')):(half('estimate')) with yerrorbars pt 9 ps 0.7 lc rgb orange title 'not studentised', \
  table('normal') using (column('T') < 1000 ? column('T') : NaN):(column('estimate')) with points pt 4 ps 0.8 lc rgb purple title 'normal', \
  table('lemma') using (num('E', 1) ? column('T') : NaN):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.7 lc rgb blue title 'studentised', \
  0.26/x with lines lc rgb blue dt 2 notitle, 0.15/sqrt(x) with lines lc rgb orange dt 2 notitle, 0.228/sqrt(x) with lines lc rgb red dt 2 notitle

set title '(b) size of the resamples (slope −1/2)'
set xlabel 'ET, records of a resample'
set xrange [10:20000]
set yrange [3e-5<*:*]

at_T(v) = num('T', v) ? column('T') * column('E') : NaN
plot for [v in '50 200 800'] table('lemma') using (at_T(v+0)):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.7 lc rgb word(blue.' '.green.' '.orange, v eq '50' ? 1 : v eq '200' ? 2 : 3) title 'T = '.v, \
  for [v in '50 200 800'] 0.26/sqrt((v+0)*x) with lines lc rgb grey dt 2 notitle

set title sprintf('(c) the coefficient, T = %s (slopes 1/2 and 1)', number(first('gamma', 'T')))
set xlabel 'Γ* (RED*: Γ^+)'
set xrange [1:100]
set yrange [3e-5<*:5e-3<*]
of(e, c) = stringcolumn('evaluator') eq e ? column(c) : NaN
plot table('gamma') using (of('R-BRED', 'gamma_star')):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.7 lc rgb blue title 'R-BRED(T)', \
  '' using (of('BRED K', 'gamma_star')*1.05):(column('estimate')):(half('estimate')) with yerrorbars pt 5 ps 0.6 lc rgb green title 'BRED, E = K', \
  table('red_star') using (of('RED*', 'gamma_plus')):(column('estimate')):(half('estimate')) with yerrorbars pt 9 ps 0.7 lc rgb red title 'RED*_∞', \
  0.26*sqrt(x)/first('gamma', 'T') with lines lc rgb blue dt 2 notitle, 0.026*x/first('gamma', 'T') with lines lc rgb red dt 2 notitle

set title '(d) clicks, mean p = 0.3; line: 1/√(2πp(1 − p)T)'
set xlabel 'T, accepted records'
set xrange [70:10000]
set yrange [3e-3<*:0.2<*]
click(e) = stringcolumn('evaluator') eq e ? column('T') : NaN
plot table('lattice') using (click('bootstrap')):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.7 lc rgb blue title 'studentised', \
  '' using (click('normal')):(column('estimate')) with points pt 4 ps 0.8 lc rgb purple title 'normal', \
  1/sqrt(2*pi*0.21*x) with lines lc rgb blue dt 2 notitle

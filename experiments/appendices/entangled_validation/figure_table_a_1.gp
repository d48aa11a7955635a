# title: Table A.1: bias of each method for LinUCB(1, 1), by the jitter
# tables: table_a1
set xlabel 'C'
set ylabel 'estimate minus truth'
set xrange [-10:112]
set yrange [*<-0.11:0.08<*]
set xtics (0, 10, 52, 100)
set xzeroaxis lt 1 lw 1.5 lc rgb dark
set key outside right
x(m) = (stringcolumn('evaluator') eq m.' 0' || stringcolumn('evaluator') eq m.' 10' || stringcolumn('evaluator') eq m.' 52' || stringcolumn('evaluator') eq m.' 100') ? column('C') : NaN
r(m) = stringcolumn('evaluator') eq m ? column('C') : NaN
methods = "S-BRED T-BRED T-BRED^TL"
colours = red.' '.blue.' '.green
subtitle = 'Jitter of bandwidth h = C/√T; T = '.number(first('table_a1', 'T')).', K = 10; filled: here, '.intervals('table_a1').'; open: the thesis (T = 10,000)'
right = 235
eval panels(1, 1)
plot for [i=1:3] table('table_a1') using (x(word(methods, i))-1.2+3*(i-2)):(column('error')):(half('error')) with yerrorbars lw 2 pt 7 ps 0.7 lc rgb word(colours, i) title word("S-BRED T-BRED T-BRED^{TL}", i), \
  for [i=1:3] '' using (x(word(methods, i))+0.2+3*(i-2)):(column('thesis_bias')) with points lw 1.5 pt 6 ps 0.9 lc rgb word(colours, i) notitle, \
  '' using (r('T-BRED copies')-6.5):(column('error')):(half('error')) with yerrorbars lw 2 pt 9 ps 0.7 lc rgb sky title 'T-BRED, shuffled copies', \
  '' using (r('replay')-1.5):(column('error')):(half('error')) with yerrorbars lw 2 pt 5 ps 0.7 lc rgb dark title 'replay', \
  '' using (r('replay')+1.5):(column('thesis_bias')) with points lw 1.5 pt 4 ps 0.9 lc rgb dark notitle, \
  '' using (r('replay*')-4):(column('error')):(half('error')) with yerrorbars lw 2 pt 13 ps 0.7 lc rgb grey title 'replay*'

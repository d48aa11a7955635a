# title: Table A.1: bias of each method for LinUCB(1, 1), T = 10,000, K = 10, over the jitter's C; filled: here, 95% intervals; open: the thesis
# tables: table_a1
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'C, jitter of bandwidth C / sqrt(T)'
set ylabel 'estimate less truth'
set xrange [-10:112]
set yrange [-0.11:0.08]
set xtics (0, 10, 52, 100)
set xzeroaxis lt 1 lw 1.5 lc rgb '#555555'
set key outside right samplen 2
x(m) = (stringcolumn('evaluator') eq m.' 0' || stringcolumn('evaluator') eq m.' 10' || stringcolumn('evaluator') eq m.' 52' || stringcolumn('evaluator') eq m.' 100') ? column('C') : NaN
r(m) = stringcolumn('evaluator') eq m ? column('C') : NaN
methods = "S-BRED T-BRED T-BRED^TL"
colours = "#b2182b #2166ac #1b7837"
plot for [i=1:3] table('table_a1') using (x(word(methods, i))-1.2+3*(i-2)):(column('error')):(1.96*column('error_se')) with yerrorbars lw 2 pt 7 ps 0.7 lc rgb word(colours, i) title word(methods, i) noenhanced, \
  for [i=1:3] '' using (x(word(methods, i))+0.2+3*(i-2)):(column('thesis_bias')) with points lw 1.5 pt 6 ps 0.9 lc rgb word(colours, i) notitle, \
  '' using (r('T-BRED copies')-6.5):(column('error')):(1.96*column('error_se')) with yerrorbars lw 2 pt 9 ps 0.7 lc rgb '#67a9cf' title 'T-BRED, shuffled copies', \
  '' using (r('replay')-1.5):(column('error')):(1.96*column('error_se')) with yerrorbars lw 2 pt 5 ps 0.7 lc rgb '#555555' title 'replay', \
  '' using (r('replay')+1.5):(column('thesis_bias')) with points lw 1.5 pt 4 ps 0.9 lc rgb '#555555' notitle, \
  '' using (r('replay*')-4):(column('error')):(1.96*column('error_se')) with yerrorbars lw 2 pt 13 ps 0.7 lc rgb '#999999' title 'replay*'

# title: Figure A.2a on small logs: bias of T-BRED and S-BRED for UCB
# tables: small_logs
subtitle = 'Ten arms; '.intervals('small_logs')
eval panels(1, 1)
set logscale x
set xrange [0.8*first('small_logs', 'T'):1.25*last('small_logs', 'T')]
set xtics (50, 100, 200, 500, 1000)
set xlabel 'T, logged records'
set ylabel 'estimate minus truth'
set offsets 0, 0, graph 0.05, graph 0.05
set key top right spacing 1.1
pick(e) = (stringcolumn('minuend') eq e && stringcolumn('subtrahend') eq 'played') ? column('T') : NaN
plot table('small_logs') using (pick('S-BRED')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 5 lc rgb red title 'S-BRED', \
  '' using (pick('T-BRED')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 lc rgb blue title 'T-BRED', \
  0 with lines lw 1.5 dt 2 lc rgb dark notitle

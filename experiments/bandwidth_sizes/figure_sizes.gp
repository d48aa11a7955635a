# title: Bias of S-BRED by the jitter's constant, at several sizes of the log
# tables: bias
subtitle = 'LinUCB, one model; '.intervals('bias')
eval panels(1, 1)
set xlabel 'C of the bandwidth C/sqrt(T)'
set ylabel 'estimate less the reward of playing'
set xrange [15:85]
set key top right spacing 1.1
pick(t) = column('T') == t ? column('C') : NaN
plot table('bias') using (pick(500)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 lc rgb red title '500 records', \
  '' using (pick(1000)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 5 lc rgb orange title '1,000', \
  '' using (pick(4000)):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 9 lc rgb blue title '4,000', \
  0 with lines lw 1.5 dt 2 lc rgb dark notitle

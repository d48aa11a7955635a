# title: Bias of S-BRED by the jitter’s constant, at several sizes of the log
# tables: sizes
subtitle = 'LinUCB, one model; '.intervals('sizes')
eval panels(1, 1)
set xlabel 'C of the bandwidth C/√T'
set ylabel 'estimate minus truth'
set xrange [first('sizes', 'C')-5:last('sizes', 'C')+5]
set key top right spacing 1.1
shapes = '7 5 9 13 11'
colours = red.' '.orange.' '.green.' '.blue.' '.purple
eval roomy
size(i) = word(values('sizes', 'T'), i) + 0
plot for [i=1:words(values('sizes', 'T'))] table('sizes') using (column('T') == size(i) ? column('C') : NaN):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt (word(shapes, i) + 0) lc rgb word(colours, i) title number(size(i)).' records', \
  0 with lines lw 1.5 dt 2 lc rgb dark notitle

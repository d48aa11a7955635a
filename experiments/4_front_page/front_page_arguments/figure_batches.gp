# title: Bias of batches of similar visitors, by their size
# tables: batches
subtitle = 'Estimate less one live game of '.number(first('batches', 'T')).' interactions; visitors of five kinds; '.intervals('batches')
right = 200; bottom = 75; down = 60; across = 60; left = 85
eval panels(1, 2)
array names[2] = ['LinUCB', 'best policy']
colours = red.' '.orange.' '.blue.' '.green
set logscale x 2
set xrange [1.6:1.3*last('batches', 'N')]
set xtics 2
set offsets 0, 0, 0, 0.03
set xlabel 'records of a batch N'
list = values('batches', 'G')
do for [p=1:2] {
  set title names[p]
  if (p == 1) { set ylabel 'bias' } else { unset ylabel }
  if (p == 2) { set key outside right top Left reverse samplen 1 } else { unset key }
  plot for [g=1:words(list)] table('batches') using (stringcolumn('algorithm') eq names[p] && stringcolumn('minuend') eq 'batches' && column('G') == real(word(list, g)) ? column('N')*(0.94 + 0.04*g) : NaN):(column('estimate')):(half('estimate')) with yerrorbars pt 7 ps 0.5 lw 1.5 lc rgb word(colours, g) title 'groups: '.word(list, g), \
    table('batches') using (stringcolumn('algorithm') eq names[p] && stringcolumn('minuend') eq 'replay' ? column('N') : NaN):(column('estimate')) with points pt 2 ps 0.6 lc rgb grey title 'replay', 0 lc rgb black lw 0.8 notitle
}

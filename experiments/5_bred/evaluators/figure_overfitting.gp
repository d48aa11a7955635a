# title: Overfitting of trees and networks, by expansion and jitter
# tables: overfitting
subtitle = 'Reward on records that taught, less that on records never met; T = '.number(first('overfitting', 'T')).', linear model; '.intervals('overfitting')
right = 40; bottom = 75; down = 88; across = 75; left = 85
eval panels(2, 2)
array names[4] = ['tree', 'eager tree', 'network', 'network 20 repeats']
array colours[3] = [red, orange, blue]
set logscale x 2
set xrange [0.8:50]
set yrange [-0.08:0.55]
do for [p=1:4] {
  set title names[p]
  if (p > 2) { set xlabel 'expansion E' } else { unset xlabel }
  if (p % 2 == 1) { set ylabel 'overfitting' } else { unset ylabel }
  if (p == 1) { set key top left Left reverse samplen 1 } else { unset key }
  list = values('overfitting', 'C')
  plot for [c=1:words(list)] table('overfitting') using (stringcolumn('algorithm') eq names[p] && column('C') == real(word(list, c)) ? column('E')*(0.94 + 0.06*c) : NaN):(column('overfitting')):(half('overfitting')) with yerrorbars pt 7 ps 0.5 lw 1.5 lc rgb colours[1 + (c - 1) % 3] title 'jitter C = '.word(list, c), 0 lc rgb black lw 0.8 notitle
}

# title: Figure 4.8, simulated: scores of 24 participants in both phases
# without intervals: one circle per participant
# tables: scatter_noise scatter scatter_approach
source = ''
stats table('scatter') using (source = stringcolumn('dataset'), 1) nooutput
low(a, b) = a < b ? a : b
high(a, b) = a > b ? a : b
do for [t in 'scatter scatter_approach scatter_noise'] {
  stats table(t) using (column('estimate') - column('baseline_1')):(column('phase_2') - column('baseline_2')) name 'AT_'.t nooutput
}
margin(a, b) = 0.08*(b - a)
lowest_of(a, b, c) = low(low(a, b), c)
highest_of(a, b, c) = high(high(a, b), c)
x0 = lowest_of(AT_scatter_min_x, AT_scatter_approach_min_x, AT_scatter_noise_min_x); x1 = highest_of(AT_scatter_max_x, AT_scatter_approach_max_x, AT_scatter_noise_max_x)
y0 = lowest_of(AT_scatter_min_y, AT_scatter_approach_min_y, AT_scatter_noise_min_y); y1 = highest_of(AT_scatter_max_y, AT_scatter_approach_max_y, AT_scatter_noise_max_y)
lowest = x0 - margin(x0, x1); highest = x1 + margin(x0, x1)
lowest_2 = y0 - margin(y0, y1); highest_2 = y1 + margin(y0, y1)
largest = 0
stats table('scatter') using (largest = column('scale') > largest ? column('scale') : largest, 1) nooutput
subtitle = 'Four challenges in four colours; one circle per participant, its radius growing with the root of the submissions; data: '.source
across = 60
eval panels(1, 3)
set key off
set xlabel 'above the baseline in phase 1'
set ylabel 'above the baseline in phase 2'
set xzeroaxis lt 1 lw 1 lc rgb grey
set yzeroaxis lt 1 lw 1 lc rgb grey
set xtics tick(highest - lowest)
set xrange [lowest:highest]
set yrange [lowest_2:highest_2]
size(n) = 0.25 + sqrt(n)/16
colour(r) = r == 0 ? 0x00598d : r == 1 ? 0xb74f00 : r == 2 ? 0x189b72 : 0xf9b12c
of(s) = column('scale') == s ? column('estimate') - column('baseline_1') : NaN
set title '(a) noise alone: UCB, α ± 10%'
plot table('scatter_noise') using (column('scale') == largest ? column('estimate') - column('baseline_1') : NaN):(column('phase_2') - column('baseline_2')):(size(column('submissions'))):(colour(column('replicate'))) with points pt 6 lw 0.8 ps variable lc rgb variable
set ylabel ''
set title '(b) six algorithms, any values'
plot table('scatter') using (of(largest)):(column('phase_2') - column('baseline_2')):(size(column('submissions'))):(colour(column('replicate'))) with points pt 6 lw 0.8 ps variable lc rgb variable
set title '(c) one approach each'
plot table('scatter_approach') using (of(largest)):(column('phase_2') - column('baseline_2')):(size(column('submissions'))):(colour(column('replicate'))) with points pt 6 lw 0.8 ps variable lc rgb variable

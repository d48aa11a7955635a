# title: Figure 4.8 simulated: scores of 24 participants in both phases, four challenges in four colours; the radius grows with the root of the number of submissions (4 to 1,000)
# tables: scatter_noise scatter
source = ''
stats table('scatter') using (source = stringcolumn('dataset'), 1) nooutput
set multiplot layout 1,3
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key off
set xlabel 'above the baseline in phase 1'
set ylabel 'above the baseline in phase 2'
set xzeroaxis lt 1 lw 1 lc rgb '#888888'
set yzeroaxis lt 1 lw 1 lc rgb '#888888'
set xtics 0.02
size(n) = 0.25 + sqrt(n) / 8
colour(r) = r == 0 ? 0x2166ac : r == 1 ? 0xb2182b : r == 2 ? 0x1b7837 : 0xef8a62
of(e, s) = stringcolumn('evaluator') eq e && column('scale') == s ? column('estimate') - column('baseline_1') : NaN
largest = 0
stats table('scatter') using (largest = column('scale') > largest ? column('scale') : largest, 1) nooutput
set title 'noise alone: UCB, alpha +-10%'
plot table('scatter_noise') using (column('scale') == largest ? column('estimate') - column('baseline_1') : NaN):(column('phase_2') - column('baseline_2')):(size(column('submissions'))):(colour(column('replicate'))) with points pt 6 lw 1.5 ps variable lc rgb variable
set title 'six algorithms, anywhere; data: '.source
plot table('scatter') using (of('anywhere', largest)):(column('phase_2') - column('baseline_2')):(size(column('submissions'))):(colour(column('replicate'))) with points pt 6 lw 1.5 ps variable lc rgb variable
set title 'each keeps to one approach'
plot table('scatter') using (of('approach', largest)):(column('phase_2') - column('baseline_2')):(size(column('submissions'))):(colour(column('replicate'))) with points pt 6 lw 1.5 ps variable lc rgb variable
unset multiplot

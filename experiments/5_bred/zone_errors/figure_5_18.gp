# title: Figure 5.18: absolute error of replay and of S-BRED by the size of the zone
# tables: zones
# without intervals: averaged locally
source = ''
set table $ignored
plot table('zones') using (source = stringcolumn('dataset'), column(0)):(column(0))
unset table
# Of each zone of each log its size and the mean absolute errors over its subsamples.
stats table('zones') using (column('zone')):(column('replicate')) nooutput
of_a_log = int(STATS_max_x) + 1
n = of_a_log*(int(STATS_max_y) + 1)
array records[n]; array rows[n]; array replay[n]; array bred[n]
do for [i=1:n] { records[i] = 0; rows[i] = 0; replay[i] = 0; bred[i] = 0 }
add(z) = (records[z] = column('records')/1000.0, rows[z] = rows[z] + 1, replay[z] = replay[z] + abs(column('compared')), bred[z] = bred[z] + abs(column('estimate')), 0)
set table $ignored
plot table('zones') using (add(of_a_log*int(column('replicate')) + int(column('zone')) + 1), column(0)):(column(0))
unset table
kernel(u) = u*u < 60 ? exp(-0.5*u*u) : 0
weight(x, h) = sum [i=1:n] rows[i]*kernel((x - records[i])/h)
# Where no zone is within reach of the kernel there is no average.
smooth(of, x, h) = weight(x, h) > 0 ? of/weight(x, h) : NaN
smooth_replay(x, h) = smooth((sum [i=1:n] replay[i]*kernel((x - records[i])/h)), x, h)
smooth_bred(x, h) = smooth((sum [i=1:n] bred[i]*kernel((x - records[i])/h)), x, h)
set samples 120
end = 0
highest = 0
do for [i=1:n] { if (rows[i] > 0 && records[i] > end) { end = records[i] } }
do for [k=0:40] { e = smooth_replay(end*k/40, 1); if (e == e && e > highest) { highest = e } }
subtitle = 'B = 10; averaged locally by Gaussian kernels; data: '.source
across = 60
eval panels(1, 3)
set key top right
set xlabel 'T, records of the zone (thousands)'
set ylabel 'mean absolute error'
set yrange [0:1.2*highest]
set xtics tick(end)
widths = '1 5 20'
do for [i=1:3] {
  h = real(word(widths, i))
  set xrange [0:end]
  if (i > 1) { set ylabel '' }
  set title sprintf('(%s) bandwidth %d,000', 'abc'[i:i], int(h))
  plot smooth_replay(x, h) with lines lw 2 lc rgb blue title 'replay', \
    smooth_bred(x, h) with lines lw 2 lc rgb red title 'S-BRED'
}

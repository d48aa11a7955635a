# title: Figure 5.18: absolute error of replay and of S-BRED (B = 10) over the size of the zone, averaged locally by Gaussian kernels
# tables: zones
source = ''
set table $ignored
plot table('zones') using (source = stringcolumn('dataset'), 0):(0)
unset table
set grid lt 1 lw 0.6 lc rgb '#cccccc'
pick(e) = stringcolumn('evaluator') eq e ? column('records')/1000 : NaN
set samples 400
array below[400]
set multiplot layout 1,3 title source
set key top right samplen 2
set xlabel 'T, records of the zone (thousands)'
set ylabel 'mean absolute error'
widths = '1 5 20'
ends = '40 150 300'
do for [i=1:3] {
  h = real(word(widths, i))
  end = real(word(ends, i))
  set xrange [0:end]
  set table $weight
  plot table('zones') using (pick('S-BRED 10')):(1) smooth kdensity bandwidth h
  unset table
  set table $replay
  plot table('zones') using (pick('S-BRED 10')):(abs(column('compared'))) smooth kdensity bandwidth h
  unset table
  set table $bred
  plot table('zones') using (pick('S-BRED 10')):(abs(column('estimate'))) smooth kdensity bandwidth h
  unset table
  set table $ignored
  plot $weight using (below[int(column(0)) + 1] = column(2), column(1)):(0)
  unset table
  set title sprintf('bandwidth %d,000', int(h))
  set yrange [0:*]
  plot $replay using 1:(column(2)/below[int(column(0)) + 1]) with lines lw 2 lc rgb '#b2182b' title 'replay', \
    $bred using 1:(column(2)/below[int(column(0)) + 1]) with lines lw 2 lc rgb '#2166ac' title 'S-BRED'
}
unset multiplot

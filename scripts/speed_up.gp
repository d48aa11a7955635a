# Measurements of scripts/speed_up.
count_of(n, one, more) = sprintf('%d %s', n, n == 1 ? one : more)
bars = rounds == 1 ? 'one round: no error bars' : sprintf('points: medians of the ratios in %d rounds; bars: the least and the greatest of them', rounds)
set title "Speed-up of “".study."”, profile ".profile.", over one thread\n" \
  .bars."\nmachine: ".count_of(cores, 'core', 'cores')." (".where.")" noenhanced
set xlabel 'threads of one process, or shards in processes of their own'
set ylabel 'speed-up'
set xrange [0.5:cores + 0.5]
set yrange [0:cores * 1.15]
set xtics 1
set ytics cores > 4 ? cores / 4.0 : 0.5
if (cores > 8) { set logscale xy 2; set xrange [0.8:cores * 1.25]; set yrange [0.5:cores * 1.3]; set xtics 2; set ytics 2 }
beside(count, side) = cores > 8 ? count * (1 + 0.02 * side) : count + 0.03 * side
set grid lt 1 lc rgb '#dddddd'
set border 3
set tics nomirror
set key top left reverse Left
of(way) = strcol('way') eq way
plot x with lines dt 2 lc rgb '#888888' title 'as many times as threads or shards', \
  ratios using (of('threads') ? beside(column('count'), -1) : NaN):'ratio':'least':'greatest' with yerrorbars pt 7 ps 1 lw 2 lc rgb '#0072b2' title 'threads', \
  '' using (of('shards') ? beside(column('count'), 1) : NaN):'ratio':'least':'greatest' with yerrorbars pt 5 ps 1 lw 2 lc rgb '#d55e00' title 'shards'

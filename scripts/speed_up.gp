# What scripts/speed_up measured.
set title sprintf("%s at “%s”, in times the speed of one thread\nmedians of %d rounds, and their ranges; this machine has %d cores", study, profile, rounds, cores) noenhanced
set xlabel 'threads of one process, or shards in processes of their own'
set ylabel 'speed-up'
set xrange [0.5:cores + 0.5]
set yrange [0:cores * 1.15]
set xtics 1
set ytics 0.5
set grid lc rgb '#dddddd'
set border 3
set tics nomirror
set key top left reverse Left
of(way) = strcol('way') eq way
plot x with lines dt 2 lc rgb '#888888' title 'as many times as cores', \
  ratios using (of('threads') ? column('count') - 0.03 : NaN):'ratio':'least':'greatest' with yerrorbars pt 7 ps 1 lw 2 lc rgb '#0072b2' title 'threads', \
  '' using (of('shards') ? column('count') + 0.03 : NaN):'ratio':'least':'greatest' with yerrorbars pt 5 ps 1 lw 2 lc rgb '#d55e00' title 'shards'

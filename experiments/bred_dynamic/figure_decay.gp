# title: A decay looks K times steeper under replay (section 5.2, p. 123): mean reward so far of UCB, ten actions that all decay alike
# tables: decay
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'interactions'
set ylabel 'mean reward so far'
set xrange [0:2100]
set yrange [0.4:1]
set key top right samplen 2 spacing 1.2
pick(e) = stringcolumn('evaluator') eq e ? column('step') : NaN
plot table('decay') using (pick('online')):(column('estimate')) with linespoints lw 4 pt 7 lc rgb '#999999' title 'direct play', \
  '' using (pick('windows')):(column('estimate')) with linespoints lw 2 pt 6 ps 1.5 lc rgb '#2166ac' title 'BRED on windows', \
  '' using (pick('replay')):(column('estimate')) with linespoints lw 2 pt 5 ps 0.7 lc rgb '#b2182b' title 'replay'

# title: Histories under replay and in direct play
# tables: exact_skewed
# without intervals: enumerated
subtitle = 'Algorithms that choose at random, three actions, two contexts; enumerated'
eval panels(1, 1)
set xlabel 'events of a history'
set ylabel 'total variation distance'
set xrange [0.8:3.2]
set xtics 1
set yrange [-0.02:*]
set key top left spacing 1.1
eval headroom
pick(a, e) = (stringcolumn('algorithm') eq a && stringcolumn('evaluator') eq e) ? column('length') : NaN
plot table('exact_skewed') using (pick('epsilon-greedy', 'skewed log')):(column('estimate')) with linespoints lw 2 pt 7 lc rgb red title 'ε-greedy, skewed log', \
  '' using (pick('EXP3', 'skewed log')):(column('estimate')) with linespoints lw 2 pt 7 lc rgb orange title 'EXP3', \
  '' using (pick('softmax', 'skewed log')):(column('estimate')) with linespoints lw 2 pt 7 lc rgb purple title 'softmax', \
  '' using (pick('Thompson', 'skewed log')):(column('estimate')) with linespoints lw 2 pt 7 lc rgb blue title 'Thompson sampling', \
  '' using (pick('LinTS', 'skewed log')):(column('estimate')) with linespoints lw 2 pt 7 lc rgb green title 'LinTS', \
  '' using (stringcolumn('evaluator') eq 'thinned skewed log' ? column('length') : NaN):(column('estimate')) with points pt 6 lw 2 lc rgb dark title 'each of the five, thinned log'

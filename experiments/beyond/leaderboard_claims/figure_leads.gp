# title: Expected reward of the leaderboard’s algorithms, tuned on other replicates
# tables: features arms
subtitle = 'T = '.number(last_horizon('features')).'; '.intervals('features').' (a), '.number(replicates('arms')).' (b)'
left = 150; down = 112
eval panels(2, 1)
set title '(a) linear model, F = 15'
set xlabel 'expected reward of the chosen actions'
set xrange [*:*]
set offsets graph 0.04, graph 0.04, 0, 0
set yrange [4.9:-0.7]
set key bottom right horizontal
features(q) = column('q_max') == q ? column('expected') : NaN
plot table('features') using (features(3)):(int($0)%4-0.1):(half('expected')):ytic(2) with xerrorbars lw 2 pt 7 ps 0.6 lc rgb blue title 'q_{max} = 3', \
  '' using (features(10)):(int($0)%4+0.1):(half('expected')) with xerrorbars lw 2 pt 7 ps 0.6 lc rgb red title 'q_{max} = 10'
set title '(b) ten Bernoulli arms'
set yrange [5.9:-0.7]
arms(p) = column('period') == p ? column('expected') : NaN
plot table('arms') using (arms(500)):(int($0)%5-0.1):(half('expected')):ytic(2) with xerrorbars lw 2 pt 7 ps 0.6 lc rgb blue title 'new means every 500 steps', \
  '' using (arms(1000000)):(int($0)%5+0.1):(half('expected')) with xerrorbars lw 2 pt 7 ps 0.6 lc rgb red title 'means that stand still'

# title: Cumulative regret with ten actions: one of mean reward 0.5, nine of 0.4
# tables: curves
set key outside right top
set logscale x
set format x '10^{%T}'
set logscale y
set format y '10^{%T}'
set xrange [*:*]
set yrange [*:*]
set offsets graph 0.02, graph 0.02, graph 0.04, graph 0.04
set xlabel 'interactions T'
set ylabel 'cumulative regret'
pick(a) = stringcolumn('algorithm') eq a ? column('step') : NaN
shapes = '7 5 9 7 6 5 2 9 7'
names = "'uniform' 'epsilon-greedy' 'Explore-Exploit' 'UCB (2)' 'UCB (0.5)' 'UCB-V' 'KL-UCB' 'MOSS' 'Thompson'"
colours = grey.' '.red.' '.orange.' '.green.' '.sky.' '.blue.' '.dark.' '.purple.' '.black
subtitle = intervals('curves').'; logarithmic axes; dashed: Lai and Robbins’s lower bound, valid for T → ∞ only'
right = 205
eval panels(1, 1)
plot for [i=1:words(names)] table('curves') using (pick(word(names, i))):(column('regret')):(half_of('regret', 'expected')) with yerrorlines lw 2 pt (word(shapes, i) + 0) ps 0.6 lc rgb word(colours, i) title (word(names, i) eq 'epsilon-greedy' ? 'ε-greedy' : word(names, i)), \
  '' using (pick('UCB (2)')):(column('bound')) with lines dt 2 lw 2 lc rgb dark title 'asymptotic bound'

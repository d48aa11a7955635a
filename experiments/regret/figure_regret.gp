# title: Cumulative regret with ten actions (one pays 0.5, nine 0.4): mean over runs, 95% intervals; dashed: Lai and Robbins's asymptotic bound
# tables: curves
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key outside right top samplen 2
set logscale x
set format x '10^{%T}'
set xrange [100:100000]
set yrange [0:1600]
set xlabel 'interactions T'
set ylabel 'cumulative regret'
pick(a) = stringcolumn('algorithm') eq a ? column('step') : NaN
names = "'uniform' 'epsilon-greedy' 'Explore-Exploit' 'UCB (2)' 'UCB (0.5)' 'UCB-V' 'KL-UCB' 'MOSS' 'Thompson'"
colours = "#999999 #b2182b #ef8a62 #1b7837 #7fbf7b #2166ac #67a9cf #762a83 #000000"
plot for [i=1:words(names)] table('curves') using (pick(word(names, i))):(column('regret')):(1.96*column('regret_se')) with yerrorlines lw 2 pt 7 ps 0.4 lc rgb word(colours, i) title word(names, i) noenhanced, \
  '' using (pick('UCB (2)')):(column('bound')) with lines dt 2 lw 2 lc rgb '#444444' title 'bound'

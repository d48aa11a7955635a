# title: A log has the rewards of one policy; the question is about another one
# tables: truth
stats table('truth') using 'step' name 'LOG' nooutput
subtitle = 'Mean reward of the first '.number(LOG_max).' interactions, played live; '.intervals('truth')
right = 60
eval panels(1, 1)
unset key
set boxwidth 0.5
set xrange [-0.6:2.6]
set yrange [0:*]
set offsets 0, 0, graph 0.05, 0
set ylabel 'mean reward per interaction'
set xtics ("uniform policy:\nit wrote the log" 0, "UCB:\nlearns, no contexts" 1, "LinUCB:\nlearns, uses contexts" 2)
place(a) = a eq 'uniform' ? 0 : a eq 'UCB' ? 1 : 2
colour(a) = a eq 'uniform' ? 0xa3a3a3 : a eq 'UCB' ? 0x189b72 : 0xb74f00
plot table('truth') using (place(stringcolumn('algorithm'))):(column('estimate')):(0.5):(colour(stringcolumn('algorithm'))) with boxes lc rgb variable, \
  '' using (place(stringcolumn('algorithm'))):(column('estimate')):(half('estimate')) with yerrorbars pt 0 lw 2 lc rgb black

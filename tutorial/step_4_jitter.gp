# title: BRED estimates T interactions; jitter keeps LinUCB from memorising copies
# tables: jittered truth
stats table('jittered') using 'step' name 'LOG' nooutput
subtitle = 'LinUCB, logs of '.number(LOG_max)." records, by the jitter's C; ".intervals('jittered')
across = 110
eval panels(1, 2)
unset key
set xlabel 'C: jitter of standard deviation C/√T'
set xrange [-3:1.03*last('jittered', 'C')]
stats table('truth') using (stringcolumn('algorithm') eq 'LinUCB' ? column('estimate') : NaN) name 'LIVE' nooutput
set offsets 0, 0, graph 0.05, graph 0.05
set title '(a) estimate'
set ylabel 'mean reward per interaction'
set label 1 'live play' at graph 0.97, first LIVE_mean right offset 0,-0.7 textcolor rgb blue
plot LIVE_mean with lines lw 2 lc rgb sky, \
  table('jittered') using 'C':'estimate':(half('estimate')) with yerrorlines pt 7 ps 0.8 lw 2 lc rgb red
unset label 1
set title '(b) records that count'
set ylabel 'accepted interactions, as a share of T'
set yrange [0:1.1]
plot 1 with lines lw 2 lc rgb sky, \
  table('jittered') using 'C':'acceptance':(half('acceptance')) with yerrorlines pt 7 ps 0.8 lw 2 lc rgb red

# title: Figure 5.11: what jitter does to a static policy (a sketch)
# tables: sketch
# without intervals: Exact
set key at graph 0.98, first 0.5 Left reverse width -2 spacing 1.4
set xlabel 'context of the record'
set ylabel 'share of its copies that are accepted'
set xrange [-2:2]
set yrange [-0.15:1.05]
set arrow 1 from 0, graph 0 to 0, graph 1 nohead lw 1.5 dt 2 lc rgb dark
set label 1 'action 2 is played here' at -1, 0.93 center
set label 2 'action 1 is played here' at 1.2, 0.58 center
$Records << EOD
-1.6,-0.08
-1.1,-0.08
-0.25,-0.08
0.3,-0.08
0.9,-0.08
1.5,-0.08
EOD
pick(h) = column('h') == h ? column('context') : NaN
replay(x) = x < 0 ? 0 : 1
set samples 2001
subtitle = 'Exact weight of a record with action 1, by its context; the policy plays action 1 to the right of 0, with jitter of standard deviation h'
eval panels(1, 1)
plot replay(x) with lines lw 2 lc rgb dark title 'no jitter: replay', \
  table('sketch') using (pick(0.1)):(column('weight')) with lines lw 2 lc rgb blue title 'h = 0.1', \
  '' using (pick(0.3)):(column('weight')) with lines lw 2 lc rgb green title 'h = 0.3', \
  '' using (pick(1)):(column('weight')) with lines lw 2 lc rgb red title 'h = 1', \
  $Records using 1:2 with points pt 2 ps 1.2 lw 2 lc rgb red title 'records with action 1', \
  '' using ($1 == -0.25 ? $1 : NaN):2 with points pt 6 ps 2.2 lw 2 lc rgb blue title 'replay ignores it, jitter does not'

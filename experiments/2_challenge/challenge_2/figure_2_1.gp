# title: Figure 2.1: the evaluation of challenge 2, batch by batch
# tables: variants
# without intervals: Drawn from section
subtitle = 'Drawn from section 2.2.2 and algorithm 6'
left = 20; right = 20; bottom = 20
eval panels(1, 1)
unset border
unset tics
unset grid
unset key
set xrange [0:10]
set yrange [0:6]
set style arrow 1 head filled size 0.18, 20 lw 2 lc rgb dark
set object 1 rectangle from 0.2, 3.6 to 2.4, 5.4 fc rgb pale fs solid noborder
set label 1 "the log:\nbatches of impressions\n(visitor, item, click)" at 1.3, 4.7 center
set object 2 rectangle from 3.9, 3.6 to 6.1, 5.4 fc rgb sky fs solid 0.5 noborder
set label 2 "chooseDisplay:\none impression\nof the batch" at 5.0, 4.7 center
set object 3 rectangle from 7.6, 3.6 to 9.8, 5.4 fc rgb pale fs solid noborder
set label 3 "was it clicked?\nscore = score + click" at 8.7, 4.6 center
set object 4 rectangle from 3.9, 0.9 to 6.1, 2.3 fc rgb sky fs solid 0.5 noborder
set label 4 "update:\nthe model learns" at 5.0, 1.7 center
set arrow 1 from 2.4, 4.5 to 3.9, 4.5 as 1
set label 5 "contexts" at 3.15, 4.8 center
set arrow 2 from 6.1, 4.5 to 7.6, 4.5 as 1
set label 6 "choice" at 6.85, 4.8 center
set arrow 3 from 8.7, 3.6 to 8.7, 1.6 nohead lw 2 lc rgb dark
set arrow 4 from 8.7, 1.6 to 6.1, 1.6 as 1
set label 7 "click or no click" at 7.4, 1.9 center
set arrow 5 from 5.0, 2.3 to 5.0, 3.6 as 1
set label 8 "next batch" at 4.85, 2.95 right
set label 9 "the clicks of the other impressions\nof the batch stay hidden" at 1.3, 1.8 center textcolor rgb dark
plot table('variants') using (5):(3) with dots lc rgb pale notitle

# title: Figure 5.10: iterative improvements as a loop
# tables: loop
# without intervals: Drawn from section 5.8
subtitle = 'Drawn from section 5.8: each round puts one policy online and learns the next one from its log'
left = 20; right = 20; bottom = 20
eval panels(1, 1)
unset border
unset tics
unset grid
unset key
set xrange [0:10]
set yrange [0:6]
set style arrow 1 head filled size 0.18, 20 lw 2 lc rgb dark
do for [i=0:2] {
  set object 1 + i rectangle from 0.2 + 3.7*i, 3.7 to 2.4 + 3.7*i, 5.3 fc rgb pale fs solid noborder
  set object 4 + i rectangle from 0.2 + 3.7*i, 0.9 to 2.4 + 3.7*i, 2.5 fc rgb sky fs solid 0.5 noborder
}
set label 1 "policy π_i" at 1.3, 4.5 center
set label 2 "logging policy:\nπ_i, randomised" at 5.0, 4.65 center
set label 3 "log:\ncontexts, actions, rewards,\npropensities" at 8.7, 4.8 center
set label 4 "next policy π_{i+1}:\nleast risk" at 1.3, 1.85 center
set label 5 "intervals by RED*_∞\nand the bootstrap" at 5.0, 1.85 center
set label 6 "candidates,\ntrained on the log" at 8.7, 1.85 center
set arrow 1 from 2.4, 4.5 to 3.9, 4.5 as 1
set arrow 2 from 6.1, 4.5 to 7.6, 4.5 as 1
set arrow 3 from 8.7, 3.7 to 8.7, 2.5 as 1
set arrow 4 from 7.6, 1.7 to 6.1, 1.7 as 1
set arrow 5 from 3.9, 1.7 to 2.4, 1.7 as 1
set arrow 6 from 1.3, 2.5 to 1.3, 3.7 as 1
set label 7 "least Γ^+" at 3.15, 4.8 center
set label 8 "online" at 6.85, 4.8 center
set label 9 "next round" at 1.5, 3.1 left
plot table('loop') using (5):(5.1) with dots lc rgb pale notitle

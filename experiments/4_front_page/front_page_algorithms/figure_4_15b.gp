# title: Figure 4.15b: click rate under replay along phase 1
# tables: course
source = ''
stats table('course') using (source = stringcolumn('dataset'), 1) nooutput
set xlabel 'updates'
set ylabel 'click rate in the window'
set yrange [0:*]
set offsets 0, graph 0.03, graph 0.15, 0
set key top right
last_reward = 0
last_step = 0
# Rewards since the row before, over the updates since then; the first row of each algorithm begins anew.
window(a) = (stringcolumn('algorithm') eq a) ? (column('step') < last_step ? (last_reward = 0, last_step = 0) : 0, r = (column('reward_sum') - last_reward) / (column('step') - last_step), last_reward = column('reward_sum'), last_step = column('step'), r) : NaN
subtitle = 'Windows of one twenty-fourth of the updates; data: '.source.', scale '.values('course', 'scale').'; means over '.runs('course').' (logs)'
eval panels(1, 1)
plot table('course') using (column('step')):(window('LinUCB')) with linespoints lw 2 pt 7 ps 0.5 lc rgb red title 'LinUCB', \
  '' using (column('step')):(window('UCB-V')) with linespoints lw 2 pt 5 ps 0.5 lc rgb blue title 'UCB-V'

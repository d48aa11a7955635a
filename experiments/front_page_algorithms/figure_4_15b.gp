# title: Figure 4.15b: click rate under replay along phase 1, in windows of one twenty-fourth of the updates
# tables: course
source = ''
stats table('course') using (source = stringcolumn('dataset'), 1) nooutput
set title 'data: '.source
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set xlabel 'updates'
set ylabel 'click rate in the window'
set yrange [0:0.13]
set key top right
last_reward = 0
last_step = 0
# Rewards since the row before, over the updates since then; the first row of each algorithm begins anew.
window(a) = (stringcolumn('algorithm') eq a) ? (column('step') < last_step ? (last_reward = 0, last_step = 0) : 0, r = (column('reward_sum') - last_reward) / (column('step') - last_step), last_reward = column('reward_sum'), last_step = column('step'), r) : NaN
plot table('course') using (column('step')):(window('LinUCB')) with linespoints lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'LinUCB', \
  '' using (column('step')):(window('UCB-V')) with linespoints lw 2 pt 5 ps 0.5 lc rgb '#2166ac' title 'UCB-V'

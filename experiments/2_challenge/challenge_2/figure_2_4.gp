# title: Figure 2.4: click frequency against the value of three features
# tables: frequencies frequencies_continuous
subtitle = 'Features of the generated log that stands in for the private one, '.number(last_horizon('frequencies'))." records; 95% intervals\n(a), (b) discrete; (c) continuous, by intervals; rare values are left out; the line is the mean"
left = 80; across = 70
eval panels(1, 3)
set key off
set yrange [0:*]
set ylabel 'clicks per 1,000 impressions'
set xlabel 'code'
eval roomy
clicks = 0; all = 0
set table $ignored
plot table('frequencies') using (column('feature') == 99 ? (clicks = clicks + column('estimate')*column('records'), all = all + column('records')) : 0, column(0)):(column(0))
unset table
mean_rate = 1000*clicks/all
pick(f) = column('feature') == f ? column('value') : NaN
set title '(a) feature 101'
plot mean_rate with lines lw 1.5 lc rgb grey, \
  table('frequencies') using (pick(101)):(1000*column('estimate')):(1960*column('standard_error')) with yerrorbars pt 7 ps 0.6 lc rgb blue
unset ylabel
set title '(b) feature 99'
plot mean_rate with lines lw 1.5 lc rgb grey, \
  table('frequencies') using (pick(99)):(1000*column('estimate')):(1960*column('standard_error')) with yerrorbars pt 7 ps 0.6 lc rgb blue
set logscale x
set format x '10^{%L}'
set xlabel 'value'
set title '(c) feature 89'
plot mean_rate with lines lw 1.5 lc rgb grey, \
  table('frequencies_continuous') using (column('value')):(1000*column('estimate')):(1960*column('standard_error')) with yerrorbars pt 7 ps 0.6 lc rgb blue

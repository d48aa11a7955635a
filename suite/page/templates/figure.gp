# The style of every figure. It is read before a figure's script, which may change what it likes.

# Colours that the colour-blind can tell apart (the hues of Okabe and Ito, the purple of Tol). Any two but orange and sky are
# at least ten steps of lightness (CIE L*) apart, so that they differ in grey too. In all figures UCB is green, LinUCB and S-BRED
# are red, and T-BRED is blue.
black = '#000000'
dark = '#222222'
purple = '#710064'
blue = '#00598d'
red = '#b74f00'
green = '#189b72'
grey = '#a3a3a3'
orange = '#f9b12c'
sky = '#6bc8fe'
pale = '#dddddd'

set minussign
# What a script does not colour itself is of the palette too.
do for [i=1:8] { set linetype i lc rgb word(blue.' '.red.' '.green.' '.orange.' '.purple.' '.sky.' '.black.' '.grey, i) }
# A range that the data set ends with them and the offsets below, not at the next tick: on a logarithmic axis that would
# be a power of ten away, and half of the picture empty.
set autoscale noextend
set border 3 lw 1 lc rgb dark
set tics nomirror out scale 0.6 textcolor rgb black
set grid lt 1 lw 0.6 lc rgb pale
set key samplen 2 spacing 1.1
set boxwidth 0.8 relative
set style fill solid 0.85 noborder
set bars 0.5
set pointintervalbox 0.2

# 12345 is "12,345"; what has a fraction is as "%g" prints it.
thousands(n) = n < 1000 ? sprintf('%d', n) : thousands(floor(n / 1000)).sprintf(',%03d', int(n) % 1000)
number(x) = x >= 1000 && x == floor(x) ? thousands(x) : sprintf('%g', x)
# The first and the last value of a sweep variable behind a table.
last(table, name) = word(values(table, name), words(values(table, name))) + 0
first(table, name) = word(values(table, name), 1) + 0
# A distance between ticks that gives two to five of them up to this end.
tick(end) = (decade = 10.0**floor(log10(end)), (end/decade > 5 ? 2 : end/decade > 2 ? 1 : 0.5)*decade)
# Ticks at 1, 2 and 5 of every power of ten, for a logarithmic axis ('x' or 'y') that hardly spans one: the powers alone
# would leave one number on it, or none. To be evaluated.
list_of_ticks = ''
do for [power=-9:6] {
  do for [digit in '1 2 5'] {
    list_of_ticks = list_of_ticks.sprintf("%s'%s' %se%d", list_of_ticks eq '' ? '' : ', ', number((digit + 0)*10.0**power), digit, power)
  }
}
close_ticks(axis) = 'set '.axis.'tics ('.list_of_ticks.')'
# What the bars of a table are.
runs(table) = replicates(table) == 1 ? '1 replicate' : thousands(replicates(table)).' replicates'
intervals(table) = '95% intervals over '.runs(table)

# The quantile at `p` of Student's distribution with n - 1 degrees of freedom, for a mean of n replicates and its standard
# error: exact at one and two degrees, from three on Fisher and Cornish's expansion about the normal quantile x (1960;
# Abramowitz and Stegun 26.7.5 with one term more). Its relative error is below 3e-4 at p = 0.975, 2e-3 at 0.995, and
# below 1e-5 from ten degrees on.
student(p, n) = n < 2 ? NaN : n == 2 ? tan(pi*(p - 0.5)) : n == 3 ? (2*p - 1)/sqrt(2*p*(1 - p)) : expansion(invnorm(p), n - 1.0)
expansion(x, v) = x*(1 + (x**2 + 1)/(4*v) + ((5*x**2 + 16)*x**2 + 3)/(96*v**2) \
  + (((3*x**2 + 19)*x**2 + 17)*x**2 - 15)/(384*v**3) \
  + ((((79*x**2 + 776)*x**2 + 1482)*x**2 - 1920)*x**2 - 945)/(92160*v**4) \
  + (((((27*x**2 + 339)*x**2 + 930)*x**2 - 1782)*x**2 - 765)*x**2 + 17955)/(368640*v**5))
# Half of the 95% interval of a table's column, from its standard error and the number of its replicates ('x' has 'x_se' and
# 'x_n'). `half_of('regret', 'expected')`: the replicates are those of another column, from which this one was derived.
half_of(name, counted) = student(0.975, column(counted.'_n'))*column(name.'_se')
half(name) = half_of(name, name)
half_99(name) = student(0.995, column(name.'_n'))*column(name.'_se')
# An end (side -1 or 1) of the 95% interval of the root mean square of a table's column, from the column's mean and standard
# deviation ('x_sd'): the variance of the mean square of n normal values is (2 sd^4 + 4 mean^2 sd^2)/n.
square(name, side) = (column(name.'_n') - 1)/column(name.'_n')*column(name.'_sd')**2 + column(name)**2 \
  + side*student(0.975, column(name.'_n'))*sqrt((2*column(name.'_sd')**4 + 4*(column(name)*column(name.'_sd'))**2)/column(name.'_n'))
root_square(name, side) = square(name, side) > 0 ? sqrt(square(name, side)) : 0
# Means of a table that has a row per replicate: at each value of `x` in `list` (between spaces) where `condition` holds, the
# mean of `value` over the rows and half of its 95% interval, into the data block `block`. To be evaluated.
means_of_rows(block, path, x, list, condition, value) = 'set print '.block.'; '.means_from(1, path, x, list, condition, value).'set print'
means_from(i, path, x, list, condition, value) = i > words(list) ? '' : \
  'stats "'.path.'" using (('.x.') == '.word(list, i).' && ('.condition.') ? ('.value.') : NaN) name "ROWS" nooutput; '. \
  'print sprintf("'.word(list, i).',%.9g,%.9g", ROWS_mean, student(0.975, ROWS_records)*ROWS_ssd/sqrt(ROWS_records)); '. \
  means_from(i + 1, path, x, list, condition, value)

# The picture's heading is its title and below it `subtitle`, of one line or more. Then come rows and columns of panels,
# all of one size; `left`, `right`, `bottom` and `top` are what is left free around them and `across` and `down` between
# them, in pixels of the SVG's 900 x 560.
subtitle = ''
left = 100; right = 30; bottom = 72; across = 98; down = 96; top = 0
lines_of(text) = text eq '' ? 0 : 1 + (sum [i=1:strlen(text)] (text[i:i] eq "\n"))
heading(text) = '{/:Bold*1.1 '.figure_title.'}'.(text eq '' ? '' : "\n{/*0.9 ".split_lines(text, 1))
split_lines(text, from) = strstrt(text[from:], "\n") == 0 ? text[from:].'}' \
  : text[from:from + strstrt(text[from:], "\n") - 2]."}\n{/*0.9 ".split_lines(text, from + strstrt(text[from:], "\n"))
free_above(panels) = top > 0 ? top : 36 + 18*lines_of(subtitle) + (panels > 1 ? 34 : 8)
panels(rows, columns) = sprintf('set multiplot layout %d,%d title heading(subtitle) margins %f,%f,%f,%f spacing %f,%f', \
  rows, columns, left/900.0, 1 - right/900.0, bottom/560.0, 1 - free_above(rows*columns)/560.0, across/900.0, down/560.0)

# For axes without ranges of their own: points keep off the frame, and a key at the top (`headroom`) off the points.
roomy = 'set offsets graph 0.04, graph 0.04, graph 0.05, graph 0.05'
headroom = 'set offsets graph 0.04, graph 0.04, graph 0.3, graph 0.05'
footroom = 'set offsets graph 0.04, graph 0.04, graph 0.05, graph 0.35'

# title: (a) regret of UCB at T = 10,000 against its alpha, for three means of the best action (ticks: alpha = that mean); (b) pulls of the worse of two actions under UCB with alpha = 2, against ln T / gap^2
# tables: alphas pulls
set multiplot layout 1,2
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set logscale xy
set key bottom right samplen 2
set xlabel 'alpha'
set ylabel 'regret at T = 10,000'
set title '(a)'
set yrange [20:3000]
set key top right
pick(b) = column('best') == b ? column('alpha') : NaN
set arrow 1 from 0.02, graph 0 to 0.02, graph 0.06 nohead lw 3 lc rgb '#2166ac'
set arrow 2 from 0.1, graph 0 to 0.1, graph 0.06 nohead lw 3 lc rgb '#1b7837'
set arrow 3 from 0.5, graph 0 to 0.5, graph 0.06 nohead lw 3 lc rgb '#b2182b'
plot table('alphas') using (pick(0.5)):(column('regret')):(1.96*column('regret_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'best mean 0.5', \
  '' using (pick(0.1)):(column('regret')):(1.96*column('regret_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#1b7837' title '0.1', \
  '' using (pick(0.02)):(column('regret')):(1.96*column('regret_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title '0.02'
unset arrow
set key bottom right
set xlabel 'ln T / gap^2'
set ylabel 'pulls of the worse action'
set title '(b)'
set xrange [30:2000]
set yrange [30:20000]
plot table('pulls') using (column('order')):(column('pulls')):(1.96*column('pulls_se')) with yerrorbars lw 2 pt 7 ps 0.7 lc rgb '#1b7837' title 'measured', \
  '' using (column('order')):(column('bound')) with points pt 2 ps 1 lw 2 lc rgb '#b2182b' title "Auer et al.'s bound", \
  2*x lw 2 dt 2 lc rgb '#444444' title '2 ln T / gap^2'
unset multiplot

# title: Binary features (twenty kinds of visitors, T = 500): what S-BRED (B = 2) says LinUCB earns, with Gaussian jitter of deviation h and with switches of probability h (95% intervals)
# tables: switches
set grid lt 1 lw 0.6 lc rgb '#cccccc'
set key top right samplen 2
set xlabel 'C; h = C / {/Symbol \326}T'
set ylabel 'mean reward'
set xrange [-0.5:20.5]
pick(k, e) = (stringcolumn('kind') eq k && stringcolumn('evaluator') eq e) ? column('C') : NaN
plot table('switches') using (pick('gaussian', 'S-BRED')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#b2182b' title 'Gaussian', \
  '' using (pick('switches', 'S-BRED')):(column('estimate')):(1.96*column('estimate_se')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '#2166ac' title 'switches', \
  '' using (pick('gaussian', 'online')):(column('expected')) with lines lw 2 lc rgb '#222222' title 'truth', \
  '' using (pick('gaussian', 'replay')):(column('estimate')) with lines lw 1.5 dt 3 lc rgb '#222222' title 'replay'

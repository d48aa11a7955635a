# title: S-BRED on binary features, with Gaussian jitter and with switches
# tables: switches
set key top right
set xlabel 'C'
eval roomy
set ylabel 'mean reward'
set xrange [-0.5:20.5]
pick(k, e) = (stringcolumn('kind') eq k && stringcolumn('evaluator') eq e) ? column('C') : NaN
subtitle = 'Mean reward of LinUCB as S-BRED (B = 2) estimates it; deviation or probability h = C/√T; T = '.last_horizon('switches').'; '.intervals('switches')
eval panels(1, 1)
plot table('switches') using (pick('gaussian', 'S-BRED')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'Gaussian', \
  '' using (pick('switches', 'S-BRED')):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb blue title 'switches', \
  '' using (pick('gaussian', 'online')):(column('expected')) with lines lw 2 lc rgb dark title 'truth', \
  '' using (pick('gaussian', 'replay')):(column('estimate')) with lines lw 1.5 dt 3 lc rgb dark title 'replay'

# title: Mean reward of LinUCB by its λ, and of LAP (F = 50 features)
# tables: lambda lambda_best
subtitle = 'Mean reward over '.number(last_horizon('lambda')).' interactions; '.intervals('lambda')."\nLines: the best of eight values. All play the same models: differences are more certain than the bars"
eval panels(1, 2)
set logscale x
set xrange [0.7:430]
set xlabel 'λ'
set ylabel 'mean reward'
set key bottom left reverse Left
pick(a, q) = (stringcolumn('algorithm') eq a && column('q_max') == q) ? column('candidate') : NaN
level(a, q) = (stringcolumn('algorithm') eq a && column('q_max') == q) ? column('estimate') : NaN
do for [q in '5 10'] {
  set title sprintf('(%s) q_{max} = %s', q eq '5' ? 'a' : 'b', q)
  set yrange [*:*]
  eval footroom
  plot table('lambda_best') using (0.7):(level('LAP', q + 0)):(430):(0) with vectors nohead lw 2 lc rgb blue title 'LAP, β tuned', \
    '' using (0.7):(level('alpha tuned', q + 0)):(430):(0) with vectors nohead lw 2 dt 2 lc rgb red title 'LinUCB, λ = 1, α tuned', \
    table('lambda') using (pick('lambda tuned at alpha 0.1', q + 0)):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb orange title 'LinUCB, α = 0.1', \
    '' using (pick('lambda tuned at alpha 0.3', q + 0)*1.04):(column('estimate')):(half('estimate')) with yerrorlines lw 2 pt 7 ps 0.5 lc rgb red title 'LinUCB, α = 0.3'
}

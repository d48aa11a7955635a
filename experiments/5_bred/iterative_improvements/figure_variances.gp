# title: Theorems 19 and 20 with contexts: the variance found over that of the formula
# tables: static_contexts
sizes = number(first('static_contexts', 'T')).(first('static_contexts', 'T') == last('static_contexts', 'T') ? '' : ' or '.number(last('static_contexts', 'T')))
subtitle = 'Two contexts, three actions, '.sizes.' records; normal 95% intervals, by the formula of their error; '.runs('static_contexts')
normal = invnorm(0.975)
eval panels(1, 1)
set xlabel 'variance by the formula (10^{−3})'
set ylabel 'variance found over that of the formula'
set logscale x
set xrange [0.7*200/last('static_contexts', 'T'):11*200/first('static_contexts', 'T')]
set key top right spacing 1.1
set offsets 0, 0, graph 0.5, graph 0.05
pick(e) = stringcolumn('evaluator') eq e ? 1000*column('predicted') : NaN
plot table('static_contexts') using (pick('replay*')):(column('ratio')):(normal*column('ratio_se')) with yerrorbars lw 2 pt 7 ps 0.7 lc rgb red title 'replay*, theorem 19', \
  '' using (pick('RED*_inf')):(column('ratio')):(normal*column('ratio_se')) with yerrorbars lw 2 pt 5 ps 0.7 lc rgb blue title 'RED*_∞, theorem 20', \
  '' using (pick('RED* of 4 passes')):(column('ratio')):(normal*column('ratio_se')) with yerrorbars lw 2 pt 9 ps 0.8 lc rgb green title 'RED* of 4 passes, corollary 18', \
  '' using (pick('replay')):(column('ratio')):(normal*column('ratio_se')) with yerrorbars lw 2 pt 13 ps 0.8 lc rgb orange title 'replay, delta method', \
  '' using (pick('RED_inf')):(column('ratio')):(normal*column('ratio_se')) with yerrorbars lw 2 pt 11 ps 0.8 lc rgb purple title 'RED_∞, delta method', \
  1 with lines lw 1.5 dt 2 lc rgb dark notitle

# title: Figure 4.15b in one variable: LinUCB minus UCB-V by the gap between the two best articles
# tables: lift
subtitle = 'T = '.number(last_horizon('lift')).', both tuned on other replicates; '.intervals('lift')
set xlabel 'gap between the mean click rates of the two best articles'
set ylabel 'LinUCB minus UCB-V, clicks per interaction'
set xzeroaxis lw 1.5 lc rgb dark
set key top right
set offsets graph 0.04, graph 0.04, graph 0.2, graph 0.05
eval panels(1, 1)
plot table('lift') using (column('gap')):(column('expected')):(half('expected')) with yerrorlines lw 2 pt 7 ps 0.7 lc rgb blue title 'measured', \
  '' using (column('gap')):(column('best_gain')) with linespoints dt 2 pt 6 ps 0.7 lw 2 lc rgb red title 'tastes known, minus the best article'

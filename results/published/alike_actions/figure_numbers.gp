profile = 'standard'
replicates(table) = table eq 'alike' ? 560 : table eq 'alike_difference' ? 560 : table eq 'greedy_difference' ? 160 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'alike' ? 3000 : table eq 'alike_difference' ? 3000 : table eq 'greedy_difference' ? 3000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'alike' && name eq 'alpha' ? '0.1 0.2 0.3' : table eq 'alike' && name eq 'lambda' ? '1 3' : table eq 'alike_difference' && name eq 'alpha' ? '0.1 0.2 0.3' : table eq 'alike_difference' && name eq 'lambda' ? '1 3' : table eq 'greedy_difference' && name eq 'shared' ? '0 0.1' : no_sweep_variable_of_this_name(name)

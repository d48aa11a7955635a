profile = 'standard'
replicates(table) = table eq 'algorithms' ? 400 : table eq 'greedy_bias' ? 16000 : table eq 'bias' ? 1000 : table eq 'grid' ? 50 : table eq 'rounds' ? 2000 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'algorithms' ? 2000 : table eq 'greedy_bias' ? 2000 : table eq 'bias' ? 2000 : table eq 'grid' ? 20000 : table eq 'rounds' ? 8464 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'grid' && name eq 'K' ? '10 20 46' : table eq 'grid' && name eq 'T' ? '1000 2000 5000 10000 20000' : table eq 'rounds' && name eq 'K' ? '10 20 46' : table eq 'rounds' && name eq 'rounds' ? '1 4' : no_sweep_variable_of_this_name(name)

profile = 'full'
replicates(table) = table eq 'deterministic' ? 1 : table eq 'stochastic' ? 1 : table eq 'skewed' ? 1 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'deterministic' ? 0 : table eq 'stochastic' ? 0 : table eq 'skewed' ? 0 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'deterministic' && name eq 'length' ? '1 2 3' : table eq 'stochastic' && name eq 'length' ? '1 2 3' : table eq 'skewed' && name eq 'length' ? '1 2 3' : no_sweep_variable_of_this_name(name)

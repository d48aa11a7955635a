profile = 'standard'
replicates(table) = table eq 'estimates' ? 190 : table eq 'bias' ? 190 : table eq 'ranking' ? 190 : table eq 'tilted_estimates' ? 160 : table eq 'tilted_bias' ? 160 : table eq 'curves' ? 100 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'estimates' ? 10000 : table eq 'bias' ? 10000 : table eq 'ranking' ? 10000 : table eq 'tilted_estimates' ? 10000 : table eq 'tilted_bias' ? 10000 : table eq 'curves' ? 10000 : no_simulation_behind_this_table(table)
values(table, name) = no_sweep_variable_of_this_name(name)

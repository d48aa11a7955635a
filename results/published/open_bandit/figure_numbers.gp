profile = 'standard'
replicates(table) = table eq 'replayed' ? 200 : table eq 'uniform' ? 12000 : table eq 'log_mean' ? 1 : table eq 'weighted' ? 200 : table eq 'transfer' ? 1 : table eq 'back' ? 400 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'replayed' ? 0 : table eq 'uniform' ? 0 : table eq 'log_mean' ? 0 : table eq 'weighted' ? 0 : table eq 'transfer' ? 0 : table eq 'back' ? 0 : no_simulation_behind_this_table(table)
values(table, name) = no_sweep_variable_of_this_name(name)

profile = 'full'
replicates(table) = table eq 'replayed' ? 1000 : table eq 'uniform' ? 20000 : table eq 'log_mean' ? 1 : table eq 'weighted' ? 1000 : table eq 'transfer' ? 1 : table eq 'back' ? 1000 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'replayed' ? 0 : table eq 'uniform' ? 0 : table eq 'log_mean' ? 0 : table eq 'weighted' ? 0 : table eq 'transfer' ? 0 : table eq 'back' ? 0 : no_simulation_behind_this_table(table)
values(table, name) = no_sweep_variable_of_this_name(name)

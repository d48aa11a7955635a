profile = 'full'
replicates(table) = table eq 'rates' ? 200 : table eq 'at_40000' ? 400 : table eq 'truth' ? 4000 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'rates' ? 200000 : table eq 'at_40000' ? 200000 : table eq 'truth' ? 100 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'rates' && name eq 'beta' ? '1 100 300' : table eq 'rates' && name eq 'update' ? 'corrected printed' : table eq 'at_40000' && name eq 'beta' ? '100 300' : table eq 'at_40000' && name eq 'update' ? 'corrected printed' : table eq 'mean' && name eq 'k' ? '0 1 2 3 4' : no_sweep_variable_of_this_name(name)

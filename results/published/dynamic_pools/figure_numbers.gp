profile = 'standard'
replicates(table) = table eq 'two_segments' ? 150000 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'two_segments' ? 800 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'two_segments' && name eq 'T' ? '50 100 200 400' : no_sweep_variable_of_this_name(name)

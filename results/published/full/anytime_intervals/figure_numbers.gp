profile = 'full'
replicates(table) = table eq 'looks' ? 1200 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'looks' ? 4000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'looks' && name eq 'n' ? '4000' : no_sweep_variable_of_this_name(name)

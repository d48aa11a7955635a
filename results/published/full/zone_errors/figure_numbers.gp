profile = 'full'
replicates(table) = table eq 'zones' ? 14 : table eq 'live' ? 12 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'zones' ? 2046000 : table eq 'live' ? 2046000 : no_simulation_behind_this_table(table)
values(table, name) = no_sweep_variable_of_this_name(name)

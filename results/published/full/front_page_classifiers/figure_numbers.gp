profile = 'full'
replicates(table) = table eq 'zones' ? 10 : table eq 'differences' ? 10 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'zones' ? 28041015 : table eq 'differences' ? 28041015 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'zones' && name eq 'scale' ? '1' : table eq 'differences' && name eq 'scale' ? '1' : no_sweep_variable_of_this_name(name)

profile = 'standard'
replicates(table) = table eq 'lift' ? 500 : table eq 'candidates' ? 500 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'lift' ? 8000 : table eq 'candidates' ? 8000 : no_simulation_behind_this_table(table)
values(table, name) = no_sweep_variable_of_this_name(name)

profile = 'standard'
replicates(table) = table eq 'published' ? 3 : table eq 'published_differences' ? 30 : table eq 'published_zones' ? 10 : table eq 'turn' ? 110 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'published' ? 20000 : table eq 'published_differences' ? 20000 : table eq 'published_zones' ? 30000 : table eq 'turn' ? 30000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'published' && name eq 'n' ? '2000 16000' : table eq 'published_differences' && name eq 'n' ? '2000 16000' : table eq 'published_zones' && name eq 'bonus' ? '0.015 0.035 0.06 0.09' : table eq 'turn' && name eq 'bonus' ? '0.015 0.035' : no_sweep_variable_of_this_name(name)

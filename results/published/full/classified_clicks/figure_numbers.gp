profile = 'full'
replicates(table) = table eq 'published' ? 4 : table eq 'published_differences' ? 40 : table eq 'published_zones' ? 20 : table eq 'turn' ? 220 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'published' ? 80000 : table eq 'published_differences' ? 80000 : table eq 'published_zones' ? 100000 : table eq 'turn' ? 30000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'published' && name eq 'n' ? '2000 16000 64000' : table eq 'published_differences' && name eq 'n' ? '2000 16000 64000' : table eq 'published_zones' && name eq 'bonus' ? '0.015 0.035 0.06 0.09' : table eq 'turn' && name eq 'bonus' ? '0.015 0.035' : no_sweep_variable_of_this_name(name)

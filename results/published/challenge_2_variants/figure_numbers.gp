profile = 'standard'
replicates(table) = table eq 'gap' ? 120 : table eq 'gap_differences' ? 120 : table eq 'variants' ? 160 : table eq 'differences' ? 160 : table eq 'crossing' ? 320 : table eq 'crossing_differences' ? 320 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'gap' ? 5000 : table eq 'gap_differences' ? 5000 : table eq 'variants' ? 60000 : table eq 'differences' ? 60000 : table eq 'crossing' ? 60000 : table eq 'crossing_differences' ? 60000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'gap' && name eq 'q_max' ? '5' : table eq 'gap_differences' && name eq 'q_max' ? '5' : table eq 'crossing' && name eq 'taste' ? '0 0.2 2' : table eq 'crossing_differences' && name eq 'taste' ? '0 0.2 2' : no_sweep_variable_of_this_name(name)

profile = 'standard'
replicates(table) = table eq 'gap' ? 120 : table eq 'gap_differences' ? 120 : table eq 'variants' ? 160 : table eq 'differences' ? 160 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'gap' ? 5000 : table eq 'gap_differences' ? 5000 : table eq 'variants' ? 60000 : table eq 'differences' ? 60000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'gap' && name eq 'q_max' ? '5' : table eq 'gap_differences' && name eq 'q_max' ? '5' : no_sweep_variable_of_this_name(name)

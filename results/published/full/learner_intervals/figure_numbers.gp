profile = 'full'
replicates(table) = table eq 'arms' ? 600 : table eq 'arms_logs' ? 600 : table eq 'linear' ? 200 : table eq 'linear_logs' ? 200 : table eq 'classes' ? 800 : table eq 'classes_logs' ? 800 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'arms' ? 400 : table eq 'arms_logs' ? 400 : table eq 'linear' ? 400 : table eq 'linear_logs' ? 400 : table eq 'classes' ? 400 : table eq 'classes_logs' ? 400 : no_simulation_behind_this_table(table)
values(table, name) = no_sweep_variable_of_this_name(name)

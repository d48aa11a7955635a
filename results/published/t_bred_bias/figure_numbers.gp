profile = 'standard'
replicates(table) = table eq 'bias' ? 21500 : table eq 'overestimation' ? 90000 : table eq 'overestimation_means' ? 90000 : table eq 'estimates' ? 21500 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'bias' ? 200 : table eq 'overestimation' ? 400 : table eq 'overestimation_means' ? 400 : table eq 'estimates' ? 200 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'bias' && name eq 'T' ? '50 100 200' : table eq 'overestimation' && name eq 'T' ? '400' : table eq 'overestimation_means' && name eq 'T' ? '400' : table eq 'estimates' && name eq 'T' ? '50 100 200' : no_sweep_variable_of_this_name(name)

profile = 'full'
replicates(table) = table eq 'bias' ? 30000 : table eq 'overestimation' ? 120000 : table eq 'overestimation_means' ? 120000 : table eq 'estimates' ? 30000 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'bias' ? 1000 : table eq 'overestimation' ? 400 : table eq 'overestimation_means' ? 400 : table eq 'estimates' ? 1000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'bias' && name eq 'T' ? '50 100 200 500 1000' : table eq 'overestimation' && name eq 'T' ? '400' : table eq 'overestimation_means' && name eq 'T' ? '400' : table eq 'estimates' && name eq 'T' ? '50 100 200 500 1000' : no_sweep_variable_of_this_name(name)

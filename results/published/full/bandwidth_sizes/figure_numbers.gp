profile = 'full'
replicates(table) = table eq 'bias' ? 240 : table eq 'doubling' ? 1600 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'bias' ? 10000 : table eq 'doubling' ? 4000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'bias' && name eq 'T' ? '500 1000 4000 10000' : table eq 'bias' && name eq 'C' ? '20 40 60 80' : table eq 'doubling' && name eq 'T' ? '500 1000 2000 4000' : table eq 'doubling' && name eq 'C' ? '40 60' : no_sweep_variable_of_this_name(name)

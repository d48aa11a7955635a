profile = 'full'
replicates(table) = table eq 'bias' ? 200 : table eq 'values' ? 200 : table eq 'sizes' ? 130 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'bias' ? 1000 : table eq 'values' ? 1000 : table eq 'sizes' ? 10000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'bias' && name eq 'T' ? '1000' : table eq 'values' && name eq 'T' ? '1000' : table eq 'sizes' && name eq 'T' ? '250 500 1000 2000 4000 10000' : no_sweep_variable_of_this_name(name)

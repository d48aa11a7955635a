profile = 'full'
replicates(table) = table eq 'bias' ? 160 : table eq 'values' ? 160 : table eq 'overfitting' ? 160 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'bias' ? 1000 : table eq 'values' ? 1000 : table eq 'overfitting' ? 1000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'bias' && name eq 'T' ? '1000' : table eq 'values' && name eq 'T' ? '1000' : table eq 'overfitting' && name eq 'T' ? '1000' : table eq 'overfitting' && name eq 'E' ? '1 2 5 10 20 40' : table eq 'overfitting' && name eq 'C' ? '0 50' : no_sweep_variable_of_this_name(name)

profile = 'full'
replicates(table) = table eq 'contexts' ? 60000 : table eq 'actions' ? 200000 : table eq 'grouped_contexts' ? 200000 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'contexts' ? 1000 : table eq 'actions' ? 200 : table eq 'grouped_contexts' ? 200 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'contexts' && name eq 'T' ? '200 1000' : table eq 'actions' && name eq 'T' ? '200' : table eq 'grouped_contexts' && name eq 'T' ? '200' : table eq 'grouped_contexts' && name eq 'logger' ? '1 0.6' : no_sweep_variable_of_this_name(name)

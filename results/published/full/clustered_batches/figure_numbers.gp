profile = 'full'
replicates(table) = table eq 'batches' ? 260 : table eq 'kinds' ? 260 : table eq 'dense' ? 640 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'batches' ? 2000 : table eq 'kinds' ? 2000 : table eq 'dense' ? 20000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'batches' && name eq 'T' ? '2000' : table eq 'batches' && name eq 'G' ? '1 5 10 20' : table eq 'batches' && name eq 'N' ? '2 3 5 10 20' : table eq 'kinds' && name eq 'T' ? '2000' : table eq 'kinds' && name eq 'G' ? '1 5 10 20' : table eq 'kinds' && name eq 'N' ? '2 3 5 10 20' : table eq 'dense' && name eq 'T' ? '20000' : table eq 'dense' && name eq 'P' ? '4000 2000 1000 500 250 125' : no_sweep_variable_of_this_name(name)

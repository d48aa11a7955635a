profile = 'full'
replicates(table) = table eq 'live' ? 1000 : table eq 'live_games' ? 1000 : table eq 'bad' ? 4000 : table eq 'logs' ? 600 : table eq 'logs_bias' ? 600 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'live' ? 10000 : table eq 'live_games' ? 10000 : table eq 'bad' ? 10000 : table eq 'logs' ? 10000 : table eq 'logs_bias' ? 10000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'logs' && name eq 'T' ? '500 2000 10000' : table eq 'logs_bias' && name eq 'T' ? '500 2000 10000' : no_sweep_variable_of_this_name(name)

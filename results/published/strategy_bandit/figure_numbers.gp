profile = 'standard'
replicates(table) = table eq 'live' ? 450 : table eq 'live_games' ? 450 : table eq 'bad' ? 1800 : table eq 'logs' ? 600 : table eq 'logs_bias' ? 600 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'live' ? 10000 : table eq 'live_games' ? 10000 : table eq 'bad' ? 10000 : table eq 'logs' ? 2000 : table eq 'logs_bias' ? 2000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'logs' && name eq 'T' ? '500 2000' : table eq 'logs_bias' && name eq 'T' ? '500 2000' : no_sweep_variable_of_this_name(name)

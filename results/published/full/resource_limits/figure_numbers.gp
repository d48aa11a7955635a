profile = 'full'
replicates(table) = table eq 'live' ? 480 : table eq 'live_difference' ? 480 : table eq 'challenge' ? 100 : table eq 'challenge_difference' ? 100 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'live' ? 3000 : table eq 'live_difference' ? 3000 : table eq 'challenge' ? 300000 : table eq 'challenge_difference' ? 300000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'live' && name eq 'response' ? '10 30 50 100 200' : table eq 'live_difference' && name eq 'response' ? '10 30 50 100 200' : table eq 'challenge' && name eq 'response' ? '10 50' : table eq 'challenge_difference' && name eq 'response' ? '10 50' : table eq 'memory' && name eq 'F' ? '16' : table eq 'memory' && name eq 'K' ? '10' : no_sweep_variable_of_this_name(name)

profile = 'full'
replicates(table) = table eq 'games' ? 9000 : table eq 'games_pairs' ? 9000 : table eq 'short' ? 20000 : table eq 'game_by_game' ? 9000 : table eq 'abandoned' ? 10000 : table eq 'candidates' ? 1000 : table eq 'selected' ? 1000 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'games' ? 40000 : table eq 'games_pairs' ? 40000 : table eq 'short' ? 200 : table eq 'game_by_game' ? 40000 : table eq 'abandoned' ? 40000 : table eq 'candidates' ? 20000 : table eq 'selected' ? 20000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'abandoned' && name eq 'k' ? '0.5 1 2 4 6' : table eq 'candidates' && name eq 'T' ? '2000 20000' : table eq 'selected' && name eq 'T' ? '2000 20000' : no_sweep_variable_of_this_name(name)

profile = 'standard'
replicates(table) = table eq 'worked' ? 1 : table eq 'policies' ? 400 : table eq 'pairs' ? 400 : table eq 'cold' ? 1300 : table eq 'replayed' ? 80 : no_simulation_behind_this_table(table)
last_horizon(table) = table eq 'worked' ? 1 : table eq 'policies' ? 3000 : table eq 'pairs' ? 3000 : table eq 'cold' ? 180 : table eq 'replayed' ? 60000 : no_simulation_behind_this_table(table)
values(table, name) = table eq 'descent' && name eq 'start' ? '0 0.1' : table eq 'descent' && name eq 'r' ? '1 3 5' : table eq 'prize' && name eq 'before' ? '0.9525' : table eq 'policies' && name eq 'visits' ? '50' : table eq 'pairs' && name eq 'visits' ? '50' : table eq 'cold' && name eq 'visits' ? '3' : table eq 'replayed' && name eq 'visits' ? '50' : no_sweep_variable_of_this_name(name)

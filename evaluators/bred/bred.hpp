#pragma once
// BRED, Bootstrapped Replay on Expanded Data: replays samples of K T records drawn with replacement
// from the log, so that the algorithm interacts T times on average, as in the environment, and not
// T/K.
//
// Source: thesis algorithm 12 (section 5.3.2, p. 126); Nicol, Mary, Preux, "Improving offline
// evaluation of contextual bandit algorithms via bootstrapping techniques", ICML 2014, algorithm 1.
// The algorithm of resampled_replay.hpp with Drawing::with_replacement.
//
// Deviations from the print: the choice between the two returned values is `combine`; algorithm 12
// gives the pooled one a bias in O(a^{TB}). That is false for a deterministic policy, because all
// resamples come from one log. If the pool of actions changes there is no single K: a resample
// has T / sum_t 1 / K_t logs, with which T interactions are expected
// (suite/estimation/expansion.hpp); records of small pools still count more than they should
// (section 3.7.2, p. 97). An expansion of 1 is the bootstrapped replay of section 5.3.2 (p. 126).

#include "suite/estimation/resampled_replay.hpp"

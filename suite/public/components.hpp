#pragma once
// The components, and what a new component must provide. Link replaybench::core.
//
//   Bandit                   the concept of an algorithm: choose and update; optional members make it faster
//   algorithms_table() ...   descriptions of all algorithms, evaluators and data sets
//   find_component(...)      a component by name, with checked parameters
//   bind_parameters(...)     parameters of a component: members of a struct with names, ranges and defaults
//   best_action, Ties        the choice of the action with the highest score

#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

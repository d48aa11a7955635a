#pragma once
// The numbers of a study's profile, for the labels of its figures.

#include <string>

#include "suite/plan/plan.hpp"

namespace replaybench {

/// Lines of gnuplot that define, for the tables of the plan's study (`table` is a table's name,
/// `name` a sweep variable's):
///
///   profile                the profile's name, a text
///   replicates(table)      number of replicates of the table's simulation
///   values(table, name)    the values of the variable, in order, between spaces: "100 1000"
///   last_horizon(table)    the longest horizon of the simulation; 0 means the whole file
///
/// An unknown name is an error of gnuplot, which names it. Linear in the
/// cells and the sweep values.
std::string figure_numbers(const Plan& plan);

}  // namespace replaybench

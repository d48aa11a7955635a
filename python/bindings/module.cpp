// The extension module replaybench._engine. What users call is in python/replaybench.

#include "python/bindings/bindings.hpp"

PYBIND11_MODULE(_engine, module) {
  using namespace replaybench::python;
  module.doc() = "The engine of Replaybench; the functions for users are in replaybench itself.";
  add_errors(module);
  add_reading(module);
  add_log(module);
  add_evaluate(module);
  add_parts(module);
  add_algorithm(module);
  add_components(module);
  add_play(module);
  add_leaderboard(module);
  add_tables(module);
}

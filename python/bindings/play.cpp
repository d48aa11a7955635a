// The call `play`: one algorithm in a simulator.

#include "suite/evaluate/play.hpp"

#include <pybind11/stl.h>

#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/python_policy.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

py::tuple tuple_of(const statistics::IntervalEstimate& estimate) {
  return py::make_tuple(estimate.value, estimate.low, estimate.high);
}

// `policy`: an algorithm's text, or an object in Python, which needs the interpreter's lock.
py::dict play_policy(const py::object& policy, const std::string& dataset, std::uint64_t steps,
                     std::uint64_t replicates, std::uint64_t seed) {
  const bool is_text = py::isinstance<py::str>(policy);
  const PlayComponents found =
      find_play_components(is_text ? policy.cast<std::string>() : "uniform_random", dataset);
  const PlayOptions options{.steps = steps, .replicates = replicates, .seed = seed};
  Play played;
  if (is_text) {
    played = run_interruptibly([&] { return play(found.algorithm, found.dataset, options); });
  } else {
    const auto in_python = describe_python_policy(policy);
    played = play({in_python.get(), Parameters({})}, found.dataset, options);
  }
  py::dict rewards, differences;
  rewards["algorithm"] = tuple_of(played.reward);
  const auto add = [&](const char* name, const PlayReference& reference) {
    rewards[name] = tuple_of(reference.reward);
    differences[name] = tuple_of(reference.difference);
  };
  add("best_policy", played.best_policy);
  if (played.best_action) add("best_action", *played.best_action);
  add("uniform", played.uniform);
  py::dict dict;
  dict["algorithm"] = played.algorithm;
  dict["dataset"] = played.dataset;
  dict["n_actions"] = played.action_count;
  dict["n_features"] = played.dimension;
  dict["warnings"] = played.warnings;
  dict["rewards"] = rewards;
  dict["differences"] = differences;
  return dict;
}

}  // namespace

void add_play(py::module_& module) {
  module.def("play", &play_policy, py::arg("policy"), py::arg("dataset"), py::kw_only(),
             py::arg("steps"), py::arg("replicates"), py::arg("seed"));
}

}  // namespace replaybench::python

// Algorithms to step through, one choice and one update at a time.

#include "suite/component/algorithm.hpp"

#include <fmt/core.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <numeric>
#include <optional>

#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/log.hpp"
#include "suite/component/checked_agent.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

using GivenActions = std::optional<std::vector<Action>>;

RewardRange range_named(const std::string& name) {
  if (name == "binary") return RewardRange::binary;
  if (name == "unit") return RewardRange::unit;
  if (name == "real") return RewardRange::real;
  throw SpecErrors("rewards is \"" + name + "\"; allowed: binary, unit, real");
}

Component<AlgorithmDescription> find_algorithm(const std::string& text) {
  std::vector<SpecProblem> problems;
  auto found = find_component(text, {"algorithm", 1, 1}, algorithms_table(), "algorithm", problems);
  if (!found) throw SpecErrors(problems);
  return std::move(*found);
}

// The draws of step t are those that `evaluate` gives at record t in its first repetition.
class SteppedAlgorithm {
 public:
  SteppedAlgorithm(const std::string& text, Problem problem, std::uint64_t seed)
      : component_(find_algorithm(text)),
        problem_(std::move(problem)),
        agent_(make_agent(component_, problem_), problem_),
        key_(replicate_key(derive_key(seed, "policy", "evaluate", component_.description->name),
                           0)) {}

  Action choose(const std::optional<Doubles>& context, const GivenActions& actions,
                std::optional<std::uint64_t> step) {
    Draws draws(key_, step.value_or(step_));
    const Action chosen = agent_.choose(context_of(context), set_of(actions), draws);
    step_ = step.value_or(step_) + 1;
    return chosen;
  }
  void update(const std::optional<Doubles>& context, Action action, double reward,
              const GivenActions& actions) {
    agent_.update(context_of(context), set_of(actions), action, reward);
  }
  py::array probabilities(const std::optional<Doubles>& context, const GivenActions& actions) {
    if (!agent_.agent().has_probabilities()) {
      throw NotApplicable(component_.description->name +
                          " does not give the probabilities of its choices");
    }
    const ActionSet set = set_of(actions);
    CheckedAgent copy = agent_;  // checks the arguments as a choice
    Draws draws(key_, 0);
    copy.choose(context_of(context), set, draws);
    std::vector<double> out(set.size());
    agent_.agent().probabilities(context_of(context), set, out);
    return array_of(std::move(out));
  }

  std::string text() const { return component_.canonical(); }
  std::uint64_t step() const { return step_; }
  Action action_count() const { return problem_.action_count; }
  std::size_t dimension() const { return problem_.dimension; }
  const Agent& agent() const { return agent_.agent(); }

 private:
  Context context_of(const std::optional<Doubles>& context) const {
    return context ? Context(span_of(*context)) : Context();
  }
  ActionSet set_of(const GivenActions& actions) const {
    return actions ? ActionSet(*actions) : ActionSet::all(problem_.action_count);
  }

  Component<AlgorithmDescription> component_;
  Problem problem_;
  CheckedAgent agent_;
  StreamKey key_;
  std::uint64_t step_ = 0;
};

SteppedAlgorithm make_stepped(const std::string& text, Action actions, std::size_t features,
                              std::uint64_t seed, std::uint64_t horizon, const std::string& rewards,
                              const std::optional<std::vector<std::string>>& names) {
  if (actions == 0) throw SpecErrors("n_actions is 0; there must be an action");
  Problem problem;
  problem.action_count = actions;
  problem.dimension = features;
  problem.horizon = horizon;
  problem.rewards = range_named(rewards);
  if (names) {
    if (names->size() != actions) {
      throw SpecErrors(
          fmt::format("action_names has {} names for {} actions", names->size(), actions));
    }
    problem.action_names = std::make_shared<const std::vector<std::string>>(*names);
  }
  return SteppedAlgorithm(text, std::move(problem), seed);
}

void add_steps(py::class_<SteppedAlgorithm>& type) {
  type.def("choose", &SteppedAlgorithm::choose, py::arg("context") = py::none(),
           py::arg("actions") = py::none(), py::kw_only(), py::arg("step") = py::none(),
           "The action that it takes: its number. Changes nothing but `step`.\n\n"
           "context: d numbers; actions: the available ones, increasing, default all; step: the\n"
           "address of its draws, default: one more than in the last call. Raises ValueError for\n"
           "a context of another length, a number that is not finite, and unknown actions.")
      .def("update", &SteppedAlgorithm::update, py::arg("context"), py::arg("action"),
           py::arg("reward"), py::arg("actions") = py::none(),
           "Learns that `action` got `reward` in this context. Raises ValueError as `choose`, and\n"
           "for a reward outside the range that the algorithm was made for.")
      .def("probabilities", &SteppedAlgorithm::probabilities, py::arg("context") = py::none(),
           py::arg("actions") = py::none(),
           "With which probability it takes each available action. Raises NotApplicable where\n"
           "the algorithm does not give them.");
}

void add_facts(py::class_<SteppedAlgorithm>& type) {
  type.def_property_readonly("text", &SteppedAlgorithm::text, "With all its parameters.")
      .def_property_readonly("step", &SteppedAlgorithm::step, "The next step's number.")
      .def_property_readonly("n_actions", &SteppedAlgorithm::action_count, "K.")
      .def_property_readonly("n_features", &SteppedAlgorithm::dimension, "d.")
      .def_property_readonly(
          "learns", [](const SteppedAlgorithm& self) { return self.agent().learns(); },
          "False for a static policy.")
      .def_property_readonly(
          "uses_contexts",
          [](const SteppedAlgorithm& self) { return self.agent().uses_contexts(); },
          "False when it never looks at a context.")
      .def_property_readonly(
          "has_probabilities",
          [](const SteppedAlgorithm& self) { return self.agent().has_probabilities(); },
          "True when `probabilities` can be asked.")
      .def_property_readonly(
          "state_bytes",
          [](const SteppedAlgorithm& self) -> std::optional<std::size_t> {
            if (!self.agent().tells_state()) return std::nullopt;
            return self.agent().state_bytes();
          },
          "Bytes of the numbers that it remembers; None if it does not list them.")
      .def_property_readonly(
          "state_digest",
          [](const SteppedAlgorithm& self) -> std::optional<std::uint64_t> {
            if (!self.agent().tells_state()) return std::nullopt;
            return self.agent().state_digest();
          },
          "A 64-bit digest of what it remembers: equal states have equal digests. None if it does "
          "not list its state.");
}

}  // namespace

void add_algorithm(py::module_& module) {
  py::class_<SteppedAlgorithm> type(
      module, "Algorithm",
      "An algorithm of the engine, one step at a time.\n\n"
      "    algorithm = Algorithm(\"lin_ucb{alpha=0.5}\", n_actions=3, n_features=2)\n"
      "    action = algorithm.choose([0.3, 1.0])\n"
      "    algorithm.update([0.3, 1.0], action, reward=1)\n\n"
      "text: its name and parameters (`replaybench.describe` has them); n_actions: K; n_features: "
      "d,\n"
      "with a constant one if it is to have one; seed: of its draws; horizon: interactions at "
      "most,\n"
      "0: not known; rewards: \"binary\", \"unit\" (in [0, 1]) or \"real\"; action_names: K "
      "names.\n"
      "Raises SpecError for an unknown name or parameter, NotApplicable where the algorithm does\n"
      "not suit the problem. Not for several threads at once.");
  type.def(py::init(&make_stepped), py::arg("text"), py::arg("n_actions"),
           py::arg("n_features") = 0, py::kw_only(), py::arg("seed") = 1, py::arg("horizon") = 0,
           py::arg("rewards") = "real", py::arg("action_names") = py::none());
  add_steps(type);
  add_facts(type);
  type.def("__copy__", [](const SteppedAlgorithm& self) { return SteppedAlgorithm(self); })
      .def("__deepcopy__",
           [](const SteppedAlgorithm& self, const py::dict&) { return SteppedAlgorithm(self); })
      .def("__repr__", [](const SteppedAlgorithm& self) {
        return fmt::format("Algorithm({}, {} actions, {} features, step {})", self.text(),
                           self.action_count(), self.dimension(), self.step());
      });
}

}  // namespace replaybench::python

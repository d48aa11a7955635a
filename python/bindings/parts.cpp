// The parts of a log: summed where they are, merged and judged elsewhere.

#include <pybind11/stl.h>

#include "python/bindings/bindings.hpp"
#include "python/bindings/evaluation_dict.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/log.hpp"
#include "suite/evaluate/default_evaluators.hpp"
#include "suite/evaluate/partial.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

py::bytes sum_part_of(const PythonLog& log, const std::string& identity,
                      const std::vector<std::string>& policies, std::vector<std::string> estimators,
                      const std::string& reading, std::uint64_t seed, std::size_t jobs) {
  std::vector<Component<AlgorithmDescription>> algorithms;
  PartialPlan plan;
  plan.reading = reading;
  plan.policy_labels = policies;
  plan.seed = seed;
  for (const std::string& policy : policies) {
    algorithms.push_back(algorithm_of_target(policy));
    plan.policies.push_back(algorithms.back().canonical());
  }
  if (estimators.empty()) {
    estimators = {default_evaluator(EvaluationSituation::columns).evaluator};
  }
  std::vector<Component<EvaluatorDescription>> evaluators;
  std::vector<SpecProblem> problems;
  for (const std::string& text : estimators) {
    auto found =
        find_component(text, {"estimator", 1, 1}, evaluators_table(), "evaluator", problems);
    if (!found) continue;
    plan.evaluators.push_back(found->canonical());
    evaluators.push_back(std::move(*found));
  }
  if (!problems.empty()) throw SpecErrors(problems);
  plan.evaluator_labels = estimators;
  return run_interruptibly(
      [&] { return sum_part(log.input, identity, algorithms, evaluators, plan, jobs); });
}

py::dict evaluate_named_parts(const std::vector<std::pair<std::string, std::string>>& parts,
                              bool show_unreliable) {
  std::vector<NamedPart> named;
  for (const auto& [name, bytes] : parts) named.push_back({name, bytes});
  const MergedLog merged = run_interruptibly([&] { return evaluate_parts(named); });
  return dict_of(merged.table,
                 {merged.plan.policy_labels, merged.plan.evaluator_labels, show_unreliable}, false);
}

}  // namespace

void add_parts(py::module_& module) {
  module.def("sum_part", &sum_part_of, py::kw_only(), py::arg("log"), py::arg("identity"),
             py::arg("policies"), py::arg("estimators"), py::arg("reading"), py::arg("seed"),
             py::arg("jobs"));
  module.def("evaluate_parts", &evaluate_named_parts, py::arg("parts"), py::kw_only(),
             py::arg("show_unreliable"));
}

}  // namespace replaybench::python

// The call `evaluate`: policies and estimators on a log.

#include <pybind11/stl.h>

#include "build_info.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/evaluation_dict.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/log.hpp"
#include "python/bindings/python_policy.hpp"
#include "python/bindings/texts.hpp"
#include "suite/evaluate/default_evaluators.hpp"
#include "suite/evaluate/estimate_propensities.hpp"
#include "suite/evaluate/evaluate_all.hpp"
#include "suite/evaluate/shown_value.hpp"
#include "suite/evaluationpage/evaluation_json.hpp"
#include "suite/evaluationpage/evaluation_page.hpp"
#include "suite/evaluationpage/rehearsal_json.hpp"

namespace replaybench::python {

namespace py = pybind11;

InputLog with_propensities(const InputLog& input, const std::string& how, std::uint64_t seed) {
  InputLog with = input;
  if (how == "given") return with;
  offpolicy::PropensityOptions options;
  if (how == "frequency") options.kind = offpolicy::PropensityKind::frequency;
  estimate_propensities(with, options, seed);
  return with;
}

namespace {

// The evaluated policies, and the objects to which components of policies in Python point.
struct Policies {
  std::vector<Component<AlgorithmDescription>> components;
  std::vector<std::string> labels;
  std::vector<std::shared_ptr<const AlgorithmDescription>> in_python;
};

// (kind, label, value): an algorithm's "text", a "target" of the log by its name, an "object".
using GivenPolicy = std::tuple<std::string, std::string, py::object>;

Policies find_policies(const std::vector<GivenPolicy>& given, std::vector<SpecProblem>& problems) {
  Policies policies;
  for (const auto& [kind, label, value] : given) {
    policies.labels.push_back(label);
    if (kind == "object") {
      policies.in_python.push_back(describe_python_policy(value));
      policies.components.push_back({policies.in_python.back().get(), Parameters({})});
    } else if (kind == "target") {
      policies.components.push_back(algorithm_of_target(value.cast<std::string>()));
    } else {
      auto found = find_component(value.cast<std::string>(), {"policy", 1, 1}, algorithms_table(),
                                  "algorithm", problems);
      if (found) policies.components.push_back(std::move(*found));
    }
  }
  return policies;
}

std::vector<Component<EvaluatorDescription>> find_estimators(const std::vector<std::string>& texts,
                                                             std::vector<SpecProblem>& problems) {
  std::vector<Component<EvaluatorDescription>> found;
  for (const std::string& text : texts) {
    auto one = find_component(text, {"estimator", 1, 1}, evaluators_table(), "evaluator", problems);
    if (one) found.push_back(std::move(*one));
  }
  return found;
}

// work(), without the interpreter's lock unless a policy needs it; with a policy in Python Ctrl-C is seen at that
// policy's next call.
template <class Work>
auto run_engine(const Policies& policies, const Work& work) {
  return policies.in_python.empty() ? run_interruptibly(work) : work();
}

std::vector<std::string> default_texts(const InputLog& input, const Policies& policies) {
  std::vector<std::string> texts;
  for (auto& row : choose_evaluators(input.log, policies.components)) {
    texts.push_back(std::move(row.evaluator));
  }
  return texts;
}

struct Call {
  std::vector<GivenPolicy> policies;
  std::vector<std::string> estimators;
  std::string propensities;
  bool single = true;
  bool show_unreliable = false;
  bool influences = false;
  std::uint64_t twins = 0;  // of each kind, for a rehearsal; 0: none
  double minutes = 0;       // of the rehearsal
  std::string page_of;      // the call, for its page; empty: no page
  ComparisonOptions options;
};

ResultNames names_of(const Call& call, const Policies& policies) {
  return {.log = call.options.evaluation.log_name,
          .show_unreliable = call.show_unreliable,
          .labels = policies.labels,
          .evaluators = call.estimators,
          .sentence = &keyword_text};
}

std::string page_of(const Call& call, const nlohmann::ordered_json& result) {
  return evaluation_page(
      result, {.command = call.page_of, .version = REPLAYBENCH_VERSION, .log_digest = ""});
}

nlohmann::ordered_json rehearsed(const Call& call, const Policies& policies, const InputLog& input,
                                 const std::vector<Component<EvaluatorDescription>>& estimators,
                                 const EvaluationTable& table) {
  const rehearsal::Rehearsal found =
      rehearsal::rehearse(input, policies.components, estimators,
                          {policies.labels, call.estimators}, table.segments.back(),
                          {.seed = call.options.evaluation.seed,
                           .twins = call.twins,
                           .minutes = call.minutes,
                           .asks_lift = call.options.lift,
                           .jobs = call.options.evaluation.jobs});
  return json_of(found, names_of(call, policies));
}

py::dict evaluate_call(const PythonLog& log, Call call) {
  std::vector<SpecProblem> problems;
  const Policies policies = find_policies(call.policies, problems);
  auto estimators = find_estimators(call.estimators, problems);
  if (!problems.empty()) throw SpecErrors(problems);
  call.options.evaluation.log_name = log.name;
  // The interpreter's lock stays with this thread.
  if (!policies.in_python.empty()) call.options.evaluation.jobs = 1;
  const auto input_and_estimators = [&] {
    InputLog input = with_propensities(log.input, call.propensities, call.options.evaluation.seed);
    if (call.estimators.empty()) {
      call.estimators =
          call.twins > 0 ? rehearsal::default_candidates() : default_texts(input, policies);
      estimators = find_estimators(call.estimators, problems);
    }
    return input;
  };
  call.options.evaluation.keep_details = !call.page_of.empty();
  std::string page, rehearsal_text;
  py::dict dict;
  if (call.single) {
    Evaluation evaluation = run_engine(policies, [&] {
      const InputLog input = input_and_estimators();
      Evaluation result =
          evaluate(input, policies.components.front(), estimators.front(), call.options.evaluation);
      if (!call.page_of.empty()) {
        page = page_of(call, json_of(names_of(call, policies), input, result));
      }
      return result;
    });
    dict =
        dict_of(evaluation, policies.labels.front(), call.estimators.front(), call.show_unreliable);
  } else {
    EvaluationTable table = run_engine(policies, [&] {
      const InputLog input = input_and_estimators();
      EvaluationTable result = evaluate_all(input, policies.components, estimators, call.options);
      nlohmann::ordered_json of_twins;
      if (call.twins > 0) {
        of_twins = rehearsed(call, policies, input, estimators, result);
        rehearsal_text =
            of_twins.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
      }
      if (!call.page_of.empty()) {
        auto json = json_of(names_of(call, policies), input, result, call.options.evaluation);
        if (call.twins > 0) json["rehearsal"] = std::move(of_twins);
        page = page_of(call, json);
      }
      return result;
    });
    dict =
        dict_of(table, {policies.labels, call.estimators, call.show_unreliable}, call.influences);
  }
  if (!page.empty()) dict["page"] = page;
  if (!rehearsal_text.empty()) dict["rehearsal"] = rehearsal_text;
  return dict;
}

py::dict evaluate_log(const PythonLog& log, std::vector<GivenPolicy> policies,
                      std::vector<std::string> estimators, bool single, std::uint64_t seed,
                      std::uint64_t repetitions, std::size_t jobs, bool lift,
                      std::uint64_t bootstrap, std::string propensities, bool influences,
                      bool show_unreliable, std::uint64_t rehearse, double minutes,
                      std::string page_of) {
  Call call{std::move(policies),
            std::move(estimators),
            std::move(propensities),
            single,
            show_unreliable,
            influences,
            rehearse,
            minutes,
            std::move(page_of),
            {}};
  call.options.evaluation.seed = seed;
  call.options.evaluation.repetitions = repetitions;
  call.options.evaluation.jobs = jobs;
  call.options.evaluation.keep_parts = influences || rehearse > 0;
  call.options.lift = lift;
  call.options.bootstrap = bootstrap;
  return evaluate_call(log, std::move(call));
}

}  // namespace

void add_evaluate(py::module_& module) {
  py::class_<LentDraws>(
      module, "Draws",
      "The random numbers of one step, for the third parameter of `choose`.\n\n"
      "They depend on the seed, the policy's name and the step alone, so that an\n"
      "evaluation gives the same bytes each time. Valid until `choose` returns.")
      .def("uniform", &LentDraws::uniform, "Uniform on [0, 1).")
      .def("normal", &LentDraws::normal, "Standard normal.")
      .def("below", &LentDraws::below, py::arg("n"), "Uniform on 0 .. n - 1.")
      .def("bits", &LentDraws::bits, "64 random bits.");
  module.def("evaluate", &evaluate_log, py::kw_only(), py::arg("log"), py::arg("policies"),
             py::arg("estimators"), py::arg("single"), py::arg("seed"), py::arg("repetitions"),
             py::arg("jobs"), py::arg("lift"), py::arg("bootstrap"), py::arg("propensities"),
             py::arg("influences"), py::arg("show_unreliable"), py::arg("rehearse"),
             py::arg("minutes"), py::arg("page_of"));
  module.def("result_fields", &fields_in_python,
             "What the keys of results are: {kind: {key: words}}.");
  module.def("shown_value", &shown_value, py::arg("value"), py::arg("error"),
             "The value with two digits of its standard error.");
  module.def("shown_number", &shown_number, py::arg("value"), "A count in full.");
}

}  // namespace replaybench::python

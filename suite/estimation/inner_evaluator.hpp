#pragma once
// The inner evaluator of a wrapper, named by the text of a parameter.

#include <stdexcept>
#include <string>

#include "suite/component/registry.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::estimation {

/// Returns the evaluator that `text`, the value of parameter `name` of the evaluator `owner`, names. If `no_environment` is
/// not empty, evaluators that play the environment are rejected; it names the alternative
/// for the message. Throws SpecErrors "owner's name: what is wrong".
inline Component<EvaluatorDescription> inner_evaluator(const std::string& owner,
                                                       const std::string& name,
                                                       const std::string& text,
                                                       const std::string& no_environment = {}) {
  const std::string place = owner + "'s " + name + ": ";
  std::vector<SpecProblem> problems;
  const auto found = find_component(text, {}, evaluators_table(), "evaluator", problems);
  for (SpecProblem& wrong : problems) wrong.message = place + wrong.message;
  if (!problems.empty()) throw SpecErrors(problems);
  if (found->description->name == owner) {
    throw SpecErrors(
        place +
        "an evaluator does not apply itself: it would multiply the work and say nothing "
        "more");
  }
  if (!no_environment.empty() && found->description->properties.plays_environment) {
    throw SpecErrors(place + "\"" + found->description->name +
                     "\" plays against the environment and reads no log; " + no_environment);
  }
  return *found;
}

/// The columns of the evaluator `owner`, which adds its own to those of the inner one. Throws
/// SpecErrors when both have one of the same name.
template <class Columns>
Columns extended(const std::string& owner, const Evaluator& inner) {
  try {
    return Columns(inner.schema());
  } catch (const std::logic_error& error) {
    throw SpecErrors(owner + " cannot apply this evaluator: " + error.what());
  }
}

/// It, made.
inline std::shared_ptr<const Evaluator> make_evaluator(
    const Component<EvaluatorDescription>& component) {
  return component.description->make(component.parameters);
}

/// The inner evaluator of a wrapper, and whether it estimates the mean reward of the
/// algorithm.
struct InnerEvaluator {
  std::shared_ptr<const Evaluator> evaluator;
  bool estimates_value = true;
};

/// Makes inner_evaluator. Throws SpecErrors likewise.
inline InnerEvaluator make_inner_evaluator(const std::string& owner, const std::string& name,
                                           const std::string& text,
                                           const std::string& no_environment = {}) {
  const auto component = inner_evaluator(owner, name, text, no_environment);
  auto made = make_evaluator(component);
  const bool estimates_value =
      component.description->properties.estimates_value && made->estimates_value();
  return {std::move(made), estimates_value};
}

}  // namespace replaybench::estimation

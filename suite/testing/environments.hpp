#pragma once
// For tests: what every simulated environment has to keep, and a data set from its text.

#include <algorithm>
#include <cmath>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::testing {

/// The data set that `text` names, as a user would write it. Throws SpecErrors.
inline std::shared_ptr<const Dataset> dataset_of(const std::string& text) {
  std::vector<SpecProblem> problems;
  const auto component = find_component(text, {}, datasets_table(), "data set", problems);
  if (!component) throw SpecErrors(problems);
  return component->description->make(component->parameters);
}

/// All that an environment shows at a step.
inline std::vector<double> shown_at(Environment& environment, std::uint64_t step) {
  environment.observe(step);
  std::vector<double> shown;
  for (const double value : environment.context().values()) shown.push_back(value);
  for (const double value : environment.context().hidden()) shown.push_back(value);
  const ActionSet actions = environment.actions();
  for (Action i = 0; i < actions.size(); ++i) {
    shown.push_back(actions[i]);
    shown.push_back(environment.reward(actions[i]));
    shown.push_back(
        environment.expected_reward(environment.context(), actions[i], Knowledge::full));
  }
  return shown;
}

/// Steps are addresses: two environments with the same keys show the same at a step whatever was
/// observed before, and the rewards do not depend on which were asked; another key shows something
/// else, unless nothing of it is `random`.
inline void require_steps_are_addresses(const Dataset& dataset, bool random = true) {
  const auto forward = dataset.environment({1}, {2});
  const std::uint64_t steps =
      forward->length() > 0 ? std::min<std::uint64_t>(forward->length(), 200) : 200;
  const auto backward = dataset.environment({1}, {2});
  const auto other = dataset.environment({1}, {3});
  std::vector<std::vector<double>> seen;
  std::uint64_t changed = 0;
  for (std::uint64_t t = 0; t < steps; ++t) {
    seen.push_back(shown_at(*forward, t));
    changed += shown_at(*other, t) != seen.back();
  }
  if (random) CHECK(changed > 0);
  for (std::uint64_t t = steps; t-- > 0;) {
    CHECK(shown_at(*backward, t) == seen[t]);
    const Action last = backward->actions()[backward->actions().size() - 1];
    CHECK(backward->reward(last) == backward->reward(last));
  }
}

/// Four standard errors: an event of probability 6e-5 if the truth is as stated, and the streams
/// are fixed, so a test that passes once passes always.
inline void require_near(double measured, double truth, double standard_error) {
  INFO("measured " << measured << ", truth " << truth << ", standard error " << standard_error);
  CHECK(std::fabs(measured - truth) <= 4 * standard_error);
}

}  // namespace replaybench::testing

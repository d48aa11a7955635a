#pragma once
// A remark for evaluators that play a policy whose probabilities are known.

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::estimation {

/// "{weights=\"propensity\"}": the text of a component's parameters for this weighting, after `first`;
/// empty if that is nothing.
inline std::string weighting_text(const Weighting& weighting, std::string first = "") {
  const auto add = [&first](const std::string& text) {
    first += (first.empty() ? "" : ", ") + text;
  };
  if (weighting.kind == WeightKind::pool_size) add("weights=\"pool_size\"");
  if (weighting.kind == WeightKind::propensity) add("weights=\"propensity\"");
  if (weighting.kind == WeightKind::frequency) add("weights=\"frequency\"");
  if (weighting.clip > 0) add("clip=" + to_text(ParameterValue(weighting.clip)));
  return first.empty() ? "" : "{" + first + "}";
}

/// Untested assumptions of weights by the proportions of the actions; empty for other weights.
inline std::vector<std::string> remark_on_frequencies(const Weighting& weighting) {
  if (weighting.kind != WeightKind::frequency) return {};
  return {
      "the weights are the shares of the actions in this log: they are right only where the "
      "logging "
      "policy ignored the context, which is not tested"};
}

/// Remark that `closed_form` ("red_inf", with its parameters) would use more of the log: a static
/// policy
/// that gives its probabilities and chooses at random need not draw. Empty if it would not:
/// another algorithm, or one that can accept fewer than 1.5 times `accepted` records (a
/// deterministic policy accepts all it can), judged on 10^4 records or 10^7 probabilities, spread
/// over the log. O(judged records * actions).
inline std::vector<std::string> remark_on_known_policy(const Log& log, const Agent& agent,
                                                       double accepted,
                                                       const std::string& closed_form) {
  constexpr std::size_t max_records = 10'000;
  constexpr std::size_t max_probabilities = 10'000'000;
  if (agent.learns() || !agent.has_probabilities() || agent.is_trained_offline()) return {};
  const std::size_t judged =
      std::min({log.size(), max_records, max_probabilities / log.action_count + 1});
  std::size_t usable = 0;
  std::vector<double> distribution(log.action_count);
  ContextReader contexts(log);
  for (std::size_t sample = 0; sample < judged; ++sample) {
    const std::size_t i = log.size() * sample / judged;
    const ActionSet actions = log.available(i);
    const auto probabilities = std::span(distribution).first(actions.size());
    agent.probabilities(contexts[i], actions, probabilities);
    for (Action j = 0; j < actions.size(); ++j) {
      if (actions[j] == log.actions[i] && probabilities[j] > 0) ++usable;
    }
  }
  const double share = static_cast<double>(usable) / static_cast<double>(judged);
  if (judged == 0 || share * static_cast<double>(log.size()) < 1.5 * accepted) return {};
  return {"this policy's probabilities are known: " + closed_form +
          " uses every record that it can accept, not only those that one replay accepts, and has "
          "a smaller error"};
}

}  // namespace replaybench::estimation

#include "algorithms/exp4/exp4.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::exp4 {

Exp4::Exp4(Action action_count, std::vector<Agent> experts, double gamma)
    : experts_(std::move(experts)),
      gamma_(gamma),
      log_weights_(built_in() ? action_count + 1 : experts_.size()),
      weights_(log_weights_.size()),
      distribution_(action_count),
      advice_(action_count),
      advised_(log_weights_.size()) {
  for (const Agent& expert : experts_) {
    if (expert.learns()) throw std::invalid_argument("exp4: an expert learns");
  }
}

std::span<const double> Exp4::advice(const Agent& expert, const Context& context,
                                     const ActionSet& actions) const {
  const std::span<double> out = std::span(advice_).first(actions.size());
  if (expert.has_probabilities()) {
    expert.probabilities(context, actions, out);
    return out;
  }
  Draws draws({}, 0);
  const Action chosen = expert.choose(context, actions, draws);
  if (!is_untouched(draws, Draws({}, 0))) {
    throw std::logic_error(
        "exp4: an expert chooses at random and does not write down its probabilities");
  }
  for (Action i = 0; i < actions.size(); ++i) out[i] = actions[i] == chosen ? 1 : 0;
  return out;
}

double Exp4::read_weights(const ActionSet& actions) const {
  double highest = log_weights_.back();
  for_active_experts(actions, [&](std::size_t e) { highest = std::max(highest, log_weights_[e]); });
  double total = 0;
  for_active_experts(actions, [&](std::size_t e) {
    weights_[e] = numeric::exp(log_weights_[e] - highest);
    total += weights_[e];
  });
  return total;
}

void Exp4::probabilities(const Context& context, const ActionSet& actions,
                         std::span<double> out) const {
  const double total = read_weights(actions);
  if (built_in()) {
    for (Action i = 0; i < actions.size(); ++i) {
      out[i] = weights_[actions[i]] + weights_.back() / actions.size();
    }
  } else {
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t e = 0; e < experts_.size(); ++e) {
      const auto distribution = advice(experts_[e], context, actions);
      for (std::size_t i = 0; i < distribution.size(); ++i) out[i] += weights_[e] * distribution[i];
    }
  }
  for (double& p : out) p = (1 - gamma_) * (p / total) + gamma_ / actions.size();
}

Action Exp4::choose(const Context& context, const ActionSet& actions, Draws& draws) const {
  const std::span<double> distribution = std::span(distribution_).first(actions.size());
  probabilities(context, actions, distribution);
  double left = draws.uniform();
  for (Action i = 0; i + 1 < actions.size(); ++i) {
    left -= distribution[i];
    if (left < 0) return actions[i];
  }
  return actions[actions.size() - 1];
}

void Exp4::update(const Context& context, const ActionSet& actions, Action action, double reward) {
  const double n = actions.size();
  const double total = read_weights(actions);
  if (built_in()) {
    for_active_experts(actions, [&](std::size_t e) { advised_[e] = e == action ? 1 : 0; });
    advised_.back() = 1 / n;
  } else {
    const Action place = actions.place_of(action);
    for (std::size_t e = 0; e < experts_.size(); ++e) {
      advised_[e] = advice(experts_[e], context, actions)[place];
    }
  }
  double followed = 0;
  for_active_experts(actions, [&](std::size_t e) { followed += weights_[e] * advised_[e]; });
  const double p = (1 - gamma_) * (followed / total) + gamma_ / n;
  const double gain = gamma_ / n * (reward / p);
  if (!std::isfinite(gain)) {
    throw NumericalFailure("exp4: the reward divided by its probability overflows; raise gamma");
  }
  double grown = 0;
  for_active_experts(
      actions, [&](std::size_t e) { grown += weights_[e] * numeric::exp(gain * advised_[e]); });
  const double common = numeric::log(grown / total);
  for_active_experts(actions,
                     [&](std::size_t e) { log_weights_[e] += gain * advised_[e] - common; });
}

namespace {

struct Options {
  double gamma = 0.1;
  std::string policies;
};

Agent make(const Options& options, const Problem& problem) {
  std::vector<Agent> experts;
  std::vector<SpecProblem> problems;
  for (const std::string& text : split_components(options.policies)) {
    const auto policy = inner_algorithm("exp4", "policies", text, problems);
    if (!policy) continue;
    experts.push_back(make_inner_agent("exp4", "policies", *policy, problem));
    if (experts.back().learns()) {
      throw NotApplicable("exp4: \"" + text +
                          "\" learns; the experts are static policies, whose advice depends on "
                          "nothing but the context");
    }
  }
  if (!problems.empty()) throw SpecErrors(problems);
  return Agent(Exp4(problem.action_count, std::move(experts), options.gamma));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::gamma, "gamma",
         "share of uniform exploration over the K actions of the record's pool, and the learning "
         "rate; an expert whose action is not in the pool is ignored there (Freund et al. 1997)")
        .above(0)
        .at_most(1)
        .source("Auer et al. 2002, theorem 7.1: min(1, sqrt(K ln N / ((e - 1) g)))")
        .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 1}),
    text(&Options::policies, "policies",
         "the experts, static policies with their parameters, separated by semicolons; "
         "empty: every fixed action, and the uniform policy")
        .source("Auer et al. 2002: the experts' advice vectors"));

}  // namespace

const AlgorithmDescription description{
    {.name = "exp4",
     .group = Group::changing_rewards,
     .summary = "follows static policies, weighted by the exponential of what each would have "
                "earned",
     .source = "Auer, Cesa-Bianchi, Freund, Schapire, SIAM J. Comput. 32, 2002, figure 4",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::exp4

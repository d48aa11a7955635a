#include "algorithms/strategy_bandit/strategy_bandit.hpp"

#include <algorithm>
#include <stdexcept>

namespace replaybench::algorithms::strategy_bandit {

StrategyBandit::StrategyBandit(Action action_count, Agent base, std::vector<Agent> strategies,
                               bool share)
    : base_(std::move(base)),
      strategies_(std::move(strategies)),
      picks_(strategies_.size()),
      advice_(action_count),
      share_(share) {
  if (strategies_.empty()) throw std::invalid_argument("strategy_bandit: no strategy");
}

Action StrategyBandit::choose(const Context& context, const ActionSet& actions,
                              Draws& draws) const {
  const Action picked = base_.choose(context, all_strategies(), draws);
  return strategies_[picked].choose(context, actions, draws);
}

std::size_t StrategyBandit::read_picks(const Context& context) const {
  if (base_.has_probabilities()) {
    base_.probabilities(context, all_strategies(), picks_);
  } else {
    Draws draws({}, 0);
    const Action picked = base_.choose(context, all_strategies(), draws);
    if (!is_untouched(draws, Draws({}, 0))) {
      throw NotApplicable(
          "strategy_bandit: the base chooses at random and does not give its probabilities; so the "
          "strategy to credit cannot be known");
    }
    std::fill(picks_.begin(), picks_.end(), 0.0);
    picks_[picked] = 1;
  }
  return static_cast<std::size_t>(
      std::count_if(picks_.begin(), picks_.end(), [](double p) { return p > 0; }));
}

double StrategyBandit::likelihood(const Agent& strategy, bool alone, const Context& context,
                                  const ActionSet& actions, Action action) const {
  if (strategy.has_probabilities()) {
    const std::span<double> out = std::span(advice_).first(actions.size());
    strategy.probabilities(context, actions, out);
    return out[actions.place_of(action)];
  }
  Draws draws({}, 0);
  const Action chosen = strategy.choose(context, actions, draws);
  if (is_untouched(draws, Draws({}, 0))) return chosen == action ? 1 : 0;
  if (alone) return 1;
  throw NotApplicable(
      "strategy_bandit: a strategy chooses at random and does not give its probabilities; with a "
      "base that chooses at random too, the strategy to credit cannot be known");
}

std::optional<Action> StrategyBandit::credited(const Context& context, const ActionSet& actions,
                                               Action action) const {
  const bool alone = read_picks(context) == 1;
  double total = 0;
  Action last = 0;
  std::size_t candidates = 0;
  for (Action s = 0; s < strategies_.size(); ++s) {
    if (picks_[s] > 0) picks_[s] *= likelihood(strategies_[s], alone, context, actions, action);
    if (!(picks_[s] > 0)) continue;
    total += picks_[s];
    last = s;
    ++candidates;
  }
  if (candidates == 0) return std::nullopt;
  if (candidates == 1) return last;
  double left = Draws({history_.value()}, updates_).uniform() * total;
  for (Action s = 0; s < last; ++s) {
    left -= picks_[s];
    if (picks_[s] > 0 && left < 0) return s;
  }
  return last;
}

void StrategyBandit::update(const Context& context, const ActionSet& actions, Action action,
                            double reward) {
  const std::optional<Action> chooser = credited(context, actions, action);
  for (Action s = 0; s < strategies_.size(); ++s) {
    if (share_ || chooser == s) strategies_[s].update(context, actions, action, reward);
  }
  if (chooser) base_.update(context, all_strategies(), *chooser, reward);
  history_(action, reward);
  ++updates_;
}

void StochasticStrategyBandit::probabilities(const Context& context, const ActionSet& actions,
                                             std::span<double> out) const {
  base_.probabilities(context, all_strategies(), picks_);
  const std::span<double> advice = std::span(advice_).first(actions.size());
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t s = 0; s < strategies_.size(); ++s) {
    if (!(picks_[s] > 0)) continue;
    strategies_[s].probabilities(context, actions, advice);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += picks_[s] * advice[i];
  }
}

namespace {

struct Options {
  std::string strategies = "most_popular; ucb; lin_ucb";
  std::string base = "ucb";
  bool share = true;
};

constexpr const char* name = "strategy_bandit";

Agent make(const Options& options, const Problem& problem) {
  std::vector<SpecProblem> problems;
  std::vector<Component<AlgorithmDescription>> listed;
  for (const std::string& text : split_components(options.strategies)) {
    if (auto found = inner_algorithm(name, "strategies", text, problems)) {
      listed.push_back(std::move(*found));
    }
  }
  const auto base = inner_algorithm(name, "base", options.base, problems);
  if (problems.empty() && listed.empty()) {
    problems.push_back(
        {{},
         "strategy_bandit's strategies: there is none; name one or more algorithms, separated "
         "by semicolons"});
  }
  if (!problems.empty()) throw SpecErrors(problems);

  std::vector<Agent> strategies;
  bool stochastic = true;
  for (const auto& strategy : listed) {
    strategies.push_back(make_inner_agent(name, "strategies", strategy, problem));
    stochastic = stochastic && strategies.back().has_probabilities();
  }
  Problem picking;
  picking.action_count = static_cast<Action>(strategies.size());
  picking.dimension = problem.dimension;
  picking.horizon = problem.horizon;
  picking.rewards = problem.rewards;
  picking.reward_bounds = problem.reward_bounds;
  Agent picker = make_inner_agent(name, "base", *base, picking);
  stochastic = stochastic && picker.has_probabilities();
  if (stochastic) {
    return Agent(StochasticStrategyBandit(problem.action_count, std::move(picker),
                                          std::move(strategies), options.share));
  }
  return Agent(StrategyBandit(problem.action_count, std::move(picker), std::move(strategies),
                              options.share));
}

const auto parameters = bind_parameters<Options>(
    text(&Options::strategies, "strategies",
         "the strategies, algorithms with their parameters, separated by semicolons")
        .source(
            "thesis, section 1.4.3 (p. 21): most popular and collaborative filters, among others"),
    text(&Options::base, "base",
         "the bandit that picks a strategy, an algorithm with its parameters")
        .source("thesis, section 1.4.3 (p. 21): a contextual bandit, not named"),
    boolean(&Options::share, "share",
            "every strategy learns from every shown action; else only from what it showed itself. "
            "Those that divide by their own probability of the action (exp3, exp4, exp3_p) are "
            "biased where another one showed it"));

}  // namespace

const AlgorithmDescription description{
    {.name = "strategy_bandit",
     .group = Group::composed,
     .summary =
         "a bandit whose actions are strategies, which are algorithms and learn from what the "
         "others show",
     .source = "thesis, section 1.4.3 (p. 21): remark on the possible actions to perform",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::strategy_bandit

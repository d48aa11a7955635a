#include "algorithms/strategy_bandit/strategy_bandit.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace replaybench::algorithms::strategy_bandit {

namespace {

// Whether nothing was drawn from draws that began as Draws({}, 0).
bool is_untouched(Draws draws) {
  Draws fresh({}, 0);
  return draws.bits() == fresh.bits();
}

std::uint64_t folded(std::uint64_t digest, std::uint64_t word) {
  digest = (digest ^ word) * 0x100000001b3u;
  return digest ^ digest >> 32;
}

}  // namespace

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
    if (!is_untouched(draws)) {
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
    Action place = 0;
    while (actions[place] != action) ++place;
    return out[place];
  }
  Draws draws({}, 0);
  const Action chosen = strategy.choose(context, actions, draws);
  if (is_untouched(draws)) return chosen == action ? 1 : 0;
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
  double left = Draws({history_}, updates_).uniform() * total;
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
  history_ = folded(folded(history_, action), std::bit_cast<std::uint64_t>(reward));
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

// The algorithm that `text` names; what is wrong with it goes to `problems`, under `parameter`.
std::optional<Component<AlgorithmDescription>> part(const std::string& parameter,
                                                    const std::string& text,
                                                    std::vector<SpecProblem>& problems) {
  std::vector<SpecProblem> wrong;
  auto found =
      find_component<AlgorithmDescription>(text, {}, algorithms_table(), "algorithm", wrong);
  for (SpecProblem& problem : wrong) {
    problem.message = "strategy_bandit's " + parameter + ": " + problem.message;
    problems.push_back(std::move(problem));
  }
  return found;
}

// Its agent. Throws NotApplicable where it could not answer every context of the problem.
Agent answering(const std::string& parameter, const Component<AlgorithmDescription>& algorithm,
                const Problem& problem) {
  const std::string place = "strategy_bandit's " + parameter + ": ";
  const auto refuse = [&](const std::string& reason) {
    throw NotApplicable(place + "\"" + algorithm.description->name + "\" " + reason);
  };
  if (algorithm.description->changes_when_asked) {
    refuse("learns from being asked; it is asked again at the update");
  }
  try {
    Agent agent = make_agent(algorithm, problem);
    if (agent.is_trained_offline()) {
      refuse("must be trained on a log before it answers; a strategy learns from what is shown");
    }
    if (!agent.given_target().empty()) {
      refuse("is given by columns of a log and cannot be asked to choose");
    }
    return agent;
  } catch (const NotApplicable& error) {
    if (std::string_view(error.what()).starts_with(place)) throw;
    throw NotApplicable(place + error.what());
  }
}

Agent make(const Options& options, const Problem& problem) {
  std::vector<SpecProblem> problems;
  std::vector<Component<AlgorithmDescription>> listed;
  for (const std::string& text : split_components(options.strategies)) {
    if (auto found = part("strategies", text, problems)) listed.push_back(std::move(*found));
  }
  const auto base = part("base", options.base, problems);
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
    strategies.push_back(answering("strategies", strategy, problem));
    stochastic = stochastic && strategies.back().has_probabilities();
  }
  Problem picking;
  picking.action_count = static_cast<Action>(strategies.size());
  picking.dimension = problem.dimension;
  picking.horizon = problem.horizon;
  picking.rewards = problem.rewards;
  Agent picker = answering("base", *base, picking);
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
            "every strategy learns from every shown action; else only from what it showed itself"));

}  // namespace

const AlgorithmDescription description{
    {.name = "strategy_bandit",
     .summary =
         "a bandit whose actions are strategies, which are algorithms and learn from what the "
         "others show",
     .source = "thesis, section 1.4.3 (p. 21): remark on the possible actions to perform",
     .parameters = parameters.described()},
    parameters.factory(make)};

}  // namespace replaybench::algorithms::strategy_bandit

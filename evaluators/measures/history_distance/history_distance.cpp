// Distance between the histories that an algorithm sees under replay and in direct play: the exact
// total variation distance, by enumerating all logs of a small environment.
//
// Source: thesis theorems 2 (section 3.4, p. 75) and 11 (section 3.6.3, p. 92); Li et al. 2011,
// theorem 1.
//   h_L   the first L = `length` retained events (context, action, reward)
//   n     `records`: records of each log
//   P_D   distribution of h_L in direct play, by following the algorithm through all histories
//   P_R   distribution of h_L under replay given that at least L of n records were accepted, by
//   running
//         replay on each of the (2 X K)^n logs over X contexts, K actions and rewards 0 and 1,
//         weighted with the log's probability
//   estimate = 1/2 sum_h |P_D(h) - P_R(h)|
// Theorem 2 is about infinite logs. With uniform logging a record is accepted with probability 1/K
// regardless of earlier events, so *when* events are retained is independent of *which*, and the theorem
// holds given n records too: the estimate is 0 up to roundoff. With another logging policy it is
// not (theorem 11), unless the log is thinned to uniform first (see replay_thinned).
//
// stochastic: the algorithm's random choices are enumerated with the rest, a choice of action a with
// the probability that the algorithm gives in its state; a record is accepted with the probability
// of its action. Then the suite's replay is not run: the enumeration is one of the definition.
//
// Columns: estimate, NaN when no log has L acceptances; acceptance_probability, of at least L
// acceptances; logs, the number of logs that were replayed (stochastic: of paths to L acceptances).
// Needs an enumerable environment (tabular), and an algorithm without randomness or, for
// stochastic, one that gives its probabilities.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/model/enumerable_environment.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::evaluators::history_distance {

namespace {

struct HistoryDistanceOptions {
  std::size_t length = 2;
  std::size_t records = 5;                    ///< at least `length`
  std::vector<double> logging_probabilities;  ///< one per action, sum 1; empty: uniform
  bool thinning = false;                      ///< needs positive logging probabilities
  bool stochastic = false;                    ///< enumerate the algorithm's choices too
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn acceptance_probability = add("acceptance_probability");
  RowColumn logs = add("logs", Role::count);
} result{};

constexpr double max_logs = 5e6;

/// One thing that a record can be: an event, or (thinning) a record that is not kept.
struct Outcome {
  std::size_t context = 0;
  Action action = 0;
  int reward = 0;
  bool kept = true;
  double probability = 0;
};

/// A distribution over the histories of L events; a history's index has the events as digits.
using Distribution = std::vector<numeric::Sum>;

class Enumeration {
 public:
  Enumeration(const EnumerableEnvironment& environment, Action actions, std::size_t dimension,
              const HistoryDistanceOptions& options, StreamKey policy)
      : environment_(environment), actions_(actions), options_(options), policy_(policy) {
    events_ = 2 * environment.context_count() * actions;
    if (!options.logging_probabilities.empty() && options.logging_probabilities.size() != actions) {
      throw NotApplicable("logging_probabilities has " +
                          std::to_string(options.logging_probabilities.size()) + " numbers for " +
                          std::to_string(actions) + " actions");
    }
    const double symbols = static_cast<double>(events_ + (options.thinning ? 1 : 0));
    double count = 1;
    for (std::size_t i = 0; i < options.records; ++i) count *= symbols;
    if (count > max_logs) throw NotApplicable("there are too many logs to enumerate");
    make_outcomes();
    std::size_t histories = 1;
    for (std::size_t i = 0; i < options.length; ++i) histories *= events_;
    direct_.resize(histories);
    replayed_.resize(histories);
    log_.action_count = actions;
    log_.dimension = dimension;
    log_.contexts.resize(options.records * dimension);
    log_.actions.resize(options.records);
    log_.rewards.resize(options.records);
  }

  void enumerate(const Agent& agent) {
    if (options_.stochastic) {
      play_by_probabilities(agent, 0, 0, 1);
      replay_by_probabilities(agent, 0, 0, 0, 1);
      return;
    }
    play(agent, 0, 0, 1);
    replay(agent, 0, 1);
  }

  double acceptance_probability() const { return acceptance_.value(); }
  double logs() const { return static_cast<double>(logs_); }
  double distance() const {
    const double accepted = acceptance_.value();
    if (!(accepted > 0)) return std::numeric_limits<double>::quiet_NaN();
    numeric::Sum sum;
    for (std::size_t h = 0; h < direct_.size(); ++h) {
      sum.add(std::fabs(direct_[h].value() - replayed_[h].value() / accepted));
    }
    return sum.value() / 2;
  }

 private:
  double logging_probability(Action action) const {
    return options_.logging_probabilities.empty() ? 1.0 / actions_
                                                  : options_.logging_probabilities[action];
  }

  std::size_t event(std::size_t context, Action action, int reward) const {
    return (context * actions_ + action) * 2 + static_cast<std::size_t>(reward);
  }

  void make_outcomes() {
    double p_min = 1;
    for (Action a = 0; a < actions_; ++a) p_min = std::min(p_min, logging_probability(a));
    Outcome dropped{.kept = false};
    for (Action a = 0; a < actions_; ++a) {
      const double kept = options_.thinning ? p_min : logging_probability(a);
      dropped.probability += logging_probability(a) - kept;
      for (std::size_t i = 0; i < environment_.context_count(); ++i) {
        const double success = environment_.reward_probability(i, a);
        const double weight = environment_.context_probability(i) * kept;
        outcomes_.push_back({i, a, 0, true, weight * (1 - success)});
        outcomes_.push_back({i, a, 1, true, weight * success});
      }
    }
    if (dropped.probability > 0) outcomes_.push_back(dropped);
    std::erase_if(outcomes_, [](const Outcome& outcome) { return outcome.probability == 0; });
  }

  Action choice(const Agent& agent, const Context& context) const {
    const ActionSet all = ActionSet::all(actions_);
    Draws first(policy_, 0);
    const Action action = agent.choose(context, all, first);
    // An algorithm that draws would give itself away at one of the many histories.
    for (std::uint64_t step = 1; step < 4; ++step) {
      Draws other(policy_, step);
      if (agent.choose(context, all, other) != action) {
        throw NotApplicable(
            "this algorithm chooses at random: stochastic=true enumerates its choices, if it gives "
            "their probabilities");
      }
    }
    return action;
  }

  void play(const Agent& agent, std::size_t depth, std::size_t history, double probability) {
    if (depth == options_.length) {
      direct_[history].add(probability);
      return;
    }
    for (std::size_t i = 0; i < environment_.context_count(); ++i) {
      const Context context = environment_.context_at(i);
      const Action action = choice(agent, context);
      const double success = environment_.reward_probability(i, action);
      for (const int reward : {0, 1}) {
        const double next = probability * environment_.context_probability(i) *
                            (reward == 1 ? success : 1 - success);
        if (next == 0) continue;
        Agent later = agent;
        later.update(context, ActionSet::all(actions_), action, reward);
        play(later, depth + 1, history * events_ + event(i, action, reward), next);
      }
    }
  }

  double choice_probability(const Agent& agent, const Context& context, Action action) const {
    std::vector<double> probabilities(actions_);
    agent.probabilities(context, ActionSet::all(actions_), probabilities);
    return probabilities[action];
  }

  Agent learned(const Agent& agent, const Context& context, Action action, int reward) const {
    Agent later = agent;
    later.update(context, ActionSet::all(actions_), action, reward);
    return later;
  }

  void play_by_probabilities(const Agent& agent, std::size_t depth, std::size_t history,
                             double probability) {
    if (depth == options_.length) {
      direct_[history].add(probability);
      return;
    }
    for (std::size_t i = 0; i < environment_.context_count(); ++i) {
      const Context context = environment_.context_at(i);
      for (Action action = 0; action < actions_; ++action) {
        const double success = environment_.reward_probability(i, action);
        const double chosen = choice_probability(agent, context, action);
        for (const int reward : {0, 1}) {
          const double next = probability * environment_.context_probability(i) * chosen *
                              (reward == 1 ? success : 1 - success);
          if (next == 0) continue;
          play_by_probabilities(learned(agent, context, action, reward), depth + 1,
                                history * events_ + event(i, action, reward), next);
        }
      }
    }
  }

  /// A record that is not accepted leaves no trace: all of these are one branch.
  void replay_by_probabilities(const Agent& agent, std::size_t record, std::size_t accepted,
                               std::size_t history, double probability) {
    if (accepted == options_.length) {
      ++logs_;
      acceptance_.add(probability);
      replayed_[history].add(probability);
      return;
    }
    if (options_.length - accepted > options_.records - record) return;
    numeric::Sum rejected;
    for (const Outcome& outcome : outcomes_) {
      if (!outcome.kept) {
        rejected.add(outcome.probability);
        continue;
      }
      const Context context = environment_.context_at(outcome.context);
      const double p = choice_probability(agent, context, outcome.action);
      rejected.add(outcome.probability * (1 - p));
      const double next = probability * outcome.probability * p;
      if (next == 0) continue;
      replay_by_probabilities(
          learned(agent, context, outcome.action, outcome.reward), record + 1, accepted + 1,
          history * events_ + event(outcome.context, outcome.action, outcome.reward), next);
    }
    if (rejected.value() > 0) {
      replay_by_probabilities(agent, record + 1, accepted, history, probability * rejected.value());
    }
  }

  void replay(const Agent& agent, std::size_t record, double probability) {
    if (record == options_.records) {
      replay_log(agent, probability);
      return;
    }
    const std::size_t kept_before = kept_.size();
    for (const Outcome& outcome : outcomes_) {
      if (outcome.kept) {
        const auto values = environment_.context_at(outcome.context).values();
        std::copy(values.begin(), values.end(),
                  log_.contexts.begin() + static_cast<std::ptrdiff_t>(record * log_.dimension));
        log_.actions[record] = outcome.action;
        log_.rewards[record] = outcome.reward;
        kept_.push_back(static_cast<std::uint32_t>(record));
      }
      contexts_.push_back(outcome.context);
      replay(agent, record + 1, probability * outcome.probability);
      contexts_.pop_back();
      kept_.resize(kept_before);
    }
  }

  void replay_log(const Agent& agent, double probability) {
    ++logs_;
    accepted_.clear();
    ReplayOptions options;
    options.accepted_records = &accepted_;
    Agent fresh = agent;
    fresh.replay(log_, options_.thinning ? Schedule::of(kept_) : Schedule::in_order(log_), policy_,
                 options);
    if (accepted_.size() < options_.length) return;
    acceptance_.add(probability);
    std::size_t history = 0;
    for (std::size_t i = 0; i < options_.length; ++i) {
      const std::uint32_t record = accepted_[i];
      history = history * events_ + event(contexts_[record], log_.actions[record],
                                          static_cast<int>(log_.rewards[record]));
    }
    replayed_[history].add(probability);
  }

  const EnumerableEnvironment& environment_;
  Action actions_;
  const HistoryDistanceOptions& options_;
  StreamKey policy_;
  std::size_t events_ = 0;
  std::vector<Outcome> outcomes_;
  Distribution direct_;
  Distribution replayed_;
  numeric::Sum acceptance_;
  std::uint64_t logs_ = 0;
  Log log_;
  std::vector<std::size_t> contexts_;    // of the records so far
  std::vector<std::uint32_t> kept_;      // records that thinning kept
  std::vector<std::uint32_t> accepted_;  // records that replay accepted
};

class HistoryDistance final : public Evaluator {
 public:
  explicit HistoryDistance(HistoryDistanceOptions options) : options_(std::move(options)) {}

  const RowSchema& schema() const override { return result; }
  /// One row whose step is `length`. Throws NotApplicable when the environment cannot be
  /// enumerated, is too large (more than 5 million logs), has another number of actions than
  /// logging_probabilities, when the algorithm chooses at random without
  /// `stochastic`, and when it gives no probabilities with it. O((2 X K)^n) replays.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto environment = trial.environment();
    const auto* enumerable = dynamic_cast<const EnumerableEnvironment*>(environment.get());
    if (!enumerable) throw NotApplicable("this environment cannot be enumerated; use tabular");
    Enumeration enumeration(*enumerable, environment->action_count(), environment->dimension(),
                            options_, trial.policy_stream());
    const Agent agent = trial.agent();
    if (options_.stochastic && !agent.has_probabilities()) {
      throw NotApplicable("this algorithm does not give the probabilities of its choices");
    }
    enumeration.enumerate(agent);
    rows.push_back(result.row(options_.length,
                              {result.estimate(enumeration.distance()),
                               result.acceptance_probability(enumeration.acceptance_probability()),
                               result.logs(enumeration.logs())}));
  }

 private:
  HistoryDistanceOptions options_;
};

std::shared_ptr<const Evaluator> make(const HistoryDistanceOptions& options) {
  const auto refuse = [](const std::string& what) {
    throw SpecErrors("history_distance: " + what);
  };
  if (options.records < options.length) refuse("records is below length");
  double sum = 0;
  for (const double probability : options.logging_probabilities) {
    sum += probability;
    if (options.thinning && probability == 0) refuse("thinning needs positive probabilities");
  }
  if (!options.logging_probabilities.empty() && std::fabs(sum - 1) > 1e-9) {
    refuse("logging_probabilities do not sum to 1");
  }
  return std::make_shared<HistoryDistance>(options);
}

const auto parameters = bind_parameters<HistoryDistanceOptions>(
    integer(&HistoryDistanceOptions::length, "length", "events of a history")
        .at_least(1)
        .at_most(22),
    integer(&HistoryDistanceOptions::records, "records", "records of each log")
        .at_least(1)
        .at_most(22),
    reals(&HistoryDistanceOptions::logging_probabilities, "logging_probabilities",
          "of each action, whatever the context; empty: uniform")
        .at_least(0)
        .at_most(1),
    boolean(&HistoryDistanceOptions::thinning, "thinning",
            "thin the logs to uniform logging first"),
    boolean(&HistoryDistanceOptions::stochastic, "stochastic",
            "enumerate the algorithm's own random choices, by the probabilities that it gives"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "history_distance",
     .group = Group::evaluator_measures,
     .summary = "exact distance between the histories of replay and of direct play",
     .source = "thesis theorems 2 and 11 (sections 3.4, p. 75, and 3.6.3, p. 92)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Exact, for tiny problems only: it enumerates every log.",
     .properties = {.estimates_value = false, .plays_environment = true}}};

}  // namespace replaybench::evaluators::history_distance

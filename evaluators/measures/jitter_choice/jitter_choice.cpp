// Rules that choose the jitter of S-BRED from one log, where the values of the learners are known.
//
// The learners are the trial's algorithm and its `rivals`. All are evaluated by S-BRED with the jitters h = C / sqrt(T) of
// `constants`, in standard deviations of each feature, and rehearsed together as `evaluate --rehearse` does
// (suite/rehearsal). The truth is the mean of live games of T steps (live_games).
//   C        the chosen constant
//   error    estimate - truth
//   *_over   a number of the rule less the same number of the rehearsal's choice, on the same log
//   ordered  share of the other learners that the rule's estimates put on the right side of this learner; a tie is 1/2
//   lost     mean, over the other learners, of the reward lost by taking the one of the two with the higher estimate
//   covered  of the rehearsal: 1 if its widened interval contains the truth, otherwise 0
//
// Rows, by step: 100 l + rule for learner l from 1, and `rule` for the means over the learners. Rules: 1 the rehearsal's
// choice; 2 the least mean error on twins, without the rehearsal's rule for ties; 3 the least worst ratio over the kinds of
// twins; 4 select_bandwidth on twins, with the same constants; 5 in hindsight the constant with the least absolute error on
// this log; from 6 on always the same constant. NaN if a rule makes no choice, and in `ordered` and `lost` without rivals.
//
// Source: our design, for the question of thesis section 5.13 (p. 201) and appendix A.2 (p. 223).

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "suite/component/inner_algorithm.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/truth.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/rehearsal/rehearsal.hpp"
#include "suite/text/component_text.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::evaluators::jitter_choice {

namespace {

constexpr const char* self = "jitter_choice";

struct Options {
  std::string rivals;
  std::vector<double> constants{0, 20, 50, 100};
  std::uint64_t resamples = 5;
  std::uint64_t twins = 20;
  std::uint64_t games = 20;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn truth = add(Role::truth);
  RowColumn constant = add("C");
  RowColumn error = add("error");
  RowColumn squared_error = add("squared_error");
  RowColumn squared_error_over = add("squared_error_over");
  RowColumn ordered = add("ordered");
  RowColumn ordered_over = add("ordered_over");
  RowColumn lost = add("lost");
  RowColumn lost_over = add("lost_over");
  RowColumn covered = add("covered");
} result{};

// The choice of a rule for one learner.
struct Choice {
  double constant = nan;
  double estimate = nan;
};

struct Learner {
  double truth = nan;
  double covered = nan;
  std::vector<Choice> choices;  // by rule
};

struct Order {
  double ordered = nan, lost = nan;
};

Order order_of(const std::vector<Learner>& learners, std::size_t own, std::size_t rule) {
  Order order{0, 0};
  for (std::size_t other = 0; other < learners.size(); ++other) {
    if (other == own) continue;
    const double estimates =
        learners[own].choices[rule].estimate - learners[other].choices[rule].estimate;
    const double truths = learners[own].truth - learners[other].truth;
    if (std::isnan(estimates)) return {};
    const double right = estimates == 0 || truths == 0 ? 0.5 : (estimates > 0) == (truths > 0);
    order.ordered += right;
    order.lost += (1 - right) * std::fabs(truths);
  }
  const double others = static_cast<double>(learners.size() - 1);
  return {order.ordered / others, order.lost / others};
}

class JitterChoice final : public Evaluator {
 public:
  explicit JitterChoice(const Options& options) : options_(options) {
    if (options.constants.size() < 2) throw SpecErrors("jitter_choice's constants: two at least");
    for (const std::string& text : split_components(options.rivals)) {
      rivals_.push_back(inner_algorithm(self, "rivals", text));
    }
    std::string constants;
    for (const double constant : options.constants) {
      names_.push_back(fmt::format("s_bred{{jitter={}, jitter_scale=\"deviation\", resamples={}}}",
                                   constant, options.resamples));
      estimators_.push_back(estimation::inner_evaluator(self, "constants", names_.back()));
      constants += fmt::format("{}{}", constants.empty() ? "" : ", ", constant);
    }
    select_bandwidth_ = estimation::make_evaluator(estimation::inner_evaluator(
        self, "constants",
        fmt::format("select_bandwidth{{candidates=[{}], jitter_scale=\"deviation\", resamples={}}}",
                    constants, options.resamples)));
    truth_ =
        estimation::truth_evaluator(self, fmt::format("live_games{{games={}}}", options.games));
  }

  const RowSchema& schema() const override { return result; }
  bool estimates_value() const override { return false; }

  /// A row for each rule and for each learner and rule. Costs up to 5 twins evaluations by all constants, and 10 live plays
  /// of each learner on each twin.
  /// Throws NotApplicable for a file, for an algorithm that was prepared, with the rehearsal's words if it is impossible,
  /// and as make_inner_agent.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const std::vector<Learner> learners = judged(trial, log);
    const double count = static_cast<double>(learners.size());
    const std::size_t rules = learners.front().choices.size();
    std::vector<ResultRow> of_learners;
    for (std::size_t l = 0; l < learners.size(); ++l) {
      for (std::size_t rule = 0; rule < rules; ++rule) {
        of_learners.push_back(row_of(learners, l, rule));
      }
    }
    for (std::size_t rule = 0; rule < rules; ++rule) {
      ResultRow mean = of_learners[rule];
      mean.step = rule + 1;
      for (std::size_t column = 0; column < result.names().size(); ++column) {
        double sum = 0;
        for (std::size_t l = 0; l < learners.size(); ++l) {
          sum += of_learners[l * rules + rule].values[column];
        }
        mean.values[column] = sum / count;
      }
      rows.push_back(std::move(mean));
    }
    rows.insert(rows.end(), of_learners.begin(), of_learners.end());
  }

 private:
  static ResultRow row_of(const std::vector<Learner>& learners, std::size_t l, std::size_t rule) {
    const Learner& learner = learners[l];
    const Choice& choice = learner.choices[rule];
    const double error = choice.estimate - learner.truth;
    const double rehearsed_error = learner.choices[0].estimate - learner.truth;
    const Order order = order_of(learners, l, rule), rehearsed = order_of(learners, l, 0);
    return result.row(
        100 * (l + 1) + rule + 1,
        {result.estimate(choice.estimate), result.truth(learner.truth),
         result.constant(choice.constant), result.error(error), result.squared_error(error * error),
         result.squared_error_over(error * error - rehearsed_error * rehearsed_error),
         result.ordered(order.ordered), result.ordered_over(order.ordered - rehearsed.ordered),
         result.lost(order.lost), result.lost_over(order.lost - rehearsed.lost),
         result.covered(rule == 0 ? learner.covered : nan)});
  }

  std::vector<Learner> judged(const Trial& trial, const std::shared_ptr<const Log>& log) const {
    if (!trial.algorithm()) throw NotApplicable("jitter_choice: the algorithm must have a name");
    std::vector<Component<AlgorithmDescription>> algorithms{*trial.algorithm()};
    algorithms.insert(algorithms.end(), rivals_.begin(), rivals_.end());
    rehearsal::RehearsalNames names{{}, names_};
    for (const auto& algorithm : algorithms) names.policies.push_back(algorithm.canonical());
    InputLog input;
    input.log = log;
    const std::uint64_t seed = trial.policy_stream().value;
    const EvaluationTable table =
        evaluate_all(input, algorithms, estimators_,
                     {.evaluation = {.seed = seed, .clusters = {}, .keep_parts = true}});
    const EvaluatedSegment& whole = table.segments.back();
    const rehearsal::Rehearsal rehearsed = rehearsal::rehearse(
        input, algorithms, estimators_, names, whole, {.seed = seed, .twins = options_.twins});
    if (!rehearsed.impossible.empty())
      throw NotApplicable("jitter_choice: " + rehearsed.impossible);
    std::vector<Learner> learners;
    for (std::size_t l = 0; l < algorithms.size(); ++l) {
      const Agent agent =
          make_inner_agent(self, "rivals", algorithms[l], problem_of_log(log, log->size()));
      Trial own = trial.with_agent(agent, log->size());
      std::vector<double> estimates;
      for (std::size_t m = 0; m < names_.size(); ++m) {
        const auto& evaluation = whole.pairs[m * algorithms.size() + l].evaluation;
        estimates.push_back(evaluation ? evaluation->estimate : nan);
      }
      learners.push_back(learner_of(rehearsed.policies[l], estimates, own));
    }
    return learners;
  }

  // The index of the candidate with the least number, the first of equal ones; their count if there is none.
  template <class Number>
  std::size_t least(const Number& number) const {
    std::size_t best = names_.size();
    for (std::size_t m = 0; m < names_.size(); ++m) {
      if (std::isnan(number(m))) continue;
      if (best == names_.size() || number(m) < number(best)) best = m;
    }
    return best;
  }

  Learner learner_of(const rehearsal::RehearsedPolicy& policy, const std::vector<double>& estimates,
                     Trial& trial) const {
    Learner learner;
    learner.truth = estimation::true_value(truth_.get(), trial);
    if (std::isfinite(policy.widened.low)) {
      learner.covered = policy.widened.low <= learner.truth && learner.truth <= policy.widened.high;
    }
    const auto add = [&](std::size_t m) {
      learner.choices.push_back(m < names_.size() ? Choice{options_.constants[m], estimates[m]}
                                                  : Choice{});
    };
    add(policy.chosen.value_or(names_.size()));
    add(least([&](std::size_t m) { return policy.estimators[m].score; }));
    add(least([&](std::size_t m) { return policy.estimators[m].worst_ratio; }));
    std::vector<ResultRow> rows;
    select_bandwidth_->evaluate(trial, rows);
    learner.choices.push_back(
        {value_of(select_bandwidth_->schema(), rows.front(), "jitter"),
         value_of(select_bandwidth_->schema(), rows.front(), Role::estimate)});
    add(least([&](std::size_t m) { return std::fabs(estimates[m] - learner.truth); }));
    for (std::size_t m = 0; m < names_.size(); ++m) add(m);
    return learner;
  }

  Options options_;
  std::vector<Component<AlgorithmDescription>> rivals_;
  std::vector<std::string> names_;  // of the estimators, one for each constant
  std::vector<Component<EvaluatorDescription>> estimators_;
  std::shared_ptr<const Evaluator> select_bandwidth_, truth_;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<JitterChoice>(options);
}

const auto parameters = bind_parameters<Options>(
    text(&Options::rivals, "rivals",
         "further learners, separated by semicolons; empty: the errors of the trial's algorithm "
         "alone"),
    reals(&Options::constants, "constants",
          "increasing constants C of h = C / sqrt(T) among which the rules choose"),
    integer(&Options::resamples, "resamples", "of each S-BRED").at_least(1),
    integer(&Options::twins, "twins", "of each kind in the rehearsal").at_least(20),
    integer(&Options::games, "games", "live games whose mean is the truth").at_least(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "jitter_choice",
     .group = Group::evaluator_measures,
     .summary = "how good a jitter of s_bred rules choose from one log: a rehearsal, "
                "select_bandwidth, a constant",
     .source = "our design, for thesis section 5.13 (p. 201)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Simulators with features, logged uniformly, and algorithms that learn; at "
                      "least 100 records.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::jitter_choice

// Iterative improvements: a loop that puts a policy online, randomised, and picks the next one by
// what was logged. The thesis proposes it and does not run it.
//
// Source: thesis section 5.8.1 (p. 169), sections 5.8.2 (p. 171), 5.8.3 (p. 177) and 5.8.4 (p. 179)
// and figure 5.10 (section 5.9.1, p. 181); the figure's boxes are not in the text. A round:
//   1  the current policy pi, randomised (randomised_policy.hpp), plays `records` interactions; the
//      log has its propensities
//   2  candidates: the trial's algorithm as it is after all logs so far ("all"), after the last log
//      only ("last"), frozen; and pi itself
//   3  each is valued by RED*_inf (star) or RED_inf, weighted by 1/propensity, on the last log
//   4  with a bootstrap interval (B-RED*_inf)
//   5  the rule chooses:
//        lower_bound  the new candidate with the highest lower end, if that is above pi's
//                     estimate; otherwise pi stays ("minimum risk", section 5.8.1, p. 169)
//        difference   the same for the interval of the difference to pi on the same records, above
//        0
//        estimate     the highest estimate, pi's among them: the risky way
//   6  again, with the chosen policy
// The first policy is the uniform one. A single round is "one-shot" uniform logging.
//
// Our readings:
//   - split: the first half of each log teaches, the second values. So given the past a candidate's
//     estimate has no bias (star), for any training records. Without the split the algorithm has
//     seen the rewards that value it. What is left is the choice of the best of three estimates.
//   - Values come only from the last log. Earlier logs, of other policies, would add records of
//     large weight, and have already chosen pi once.
//   - lower_bound compares an interval with a point, as the thesis's text suggests: the error of
//     pi's own estimate is left out, and that it is nearly the same error is not made use of.
//     `difference` does both.
//   - "last" is not there in the first round.
// The policies are static and the environment must be (section 5.8.2, p. 171).
//
// Columns, one row a round:
//   estimate, standard_error, low, high   of the chosen policy (not randomised)
//   truth          its expected reward, on `contexts` fresh contexts, the same in all rounds
//   online         mean reward of the round's log
//   cost           truth of the policy online less what its randomised form earns on those contexts
//   uniform, best  the same of the uniform policy, and of the best choice given the features
//   changed        1 if the policy was changed, otherwise 0
//   worse, gain    whether the truth fell (1 or 0) and what it rose by, at a change; NaN without
//   current_acceleration  Gamma of the estimate of the policy online
// and of the candidate "all", chosen or not:
//   candidate, candidate_error, candidate_squared_error   its estimate, that less its truth, the
//   square
//   candidate_width, candidate_covered   high - low; whether the truth is between
//   candidate_acceleration, candidate_gain   Gamma; its truth less that of the policy online

#include <limits>

#include "evaluators/measures/iterative_improvement/randomised_policy.hpp"
#include "evaluators/measures/iterative_improvement/valuation.hpp"
#include "suite/component/write_log.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/static_replay.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::evaluators::iterative_improvement {

namespace {

enum class ChoiceRule { lower_bound, difference, estimate };

struct IterativeImprovementOptions {
  std::uint64_t rounds = 5;
  std::uint64_t records = 1000;     ///< at least 4
  std::uint64_t first_records = 0;  ///< of the first round; 0: `records`
  std::uint64_t contexts = 2000;
  iterative_improvement::RandomisationOptions randomisation;
  estimation::StaticReplayOptions value{.weighting = {estimation::WeightKind::propensity, 0},
                                        .star = true,
                                        .resamples = 200,
                                        .interval = estimation::IntervalMethod::percentile};
  ChoiceRule rule = ChoiceRule::lower_bound;
  bool split = true;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn truth = add(Role::truth);
  RowColumn online = add("online");
  RowColumn cost = add("cost");
  RowColumn uniform = add("uniform");
  RowColumn best = add("best");
  RowColumn changed = add("changed");
  RowColumn worse = add("worse");
  RowColumn gain = add("gain");
  RowColumn candidate = add("candidate");
  RowColumn candidate_error = add("candidate_error");
  RowColumn candidate_squared_error = add("candidate_squared_error");
  RowColumn candidate_width = add("candidate_width");
  RowColumn candidate_covered = add("candidate_covered");
  RowColumn candidate_acceleration = add("candidate_acceleration");
  RowColumn candidate_gain = add("candidate_gain");
  RowColumn current_acceleration = add("current_acceleration");
} result{};

/// Steps of the environment from here on are the contexts that give the truth.
constexpr std::uint64_t truth_steps = std::uint64_t{1} << 40;

/// Values of policies: their expected rewards, averaged over contexts that no log has.
class Truth {
 public:
  Truth(Environment& environment, std::uint64_t contexts)
      : log_(write_log(environment, Agent(StaticPolicy()), contexts, {}, truth_steps)) {
    ContextReader reader(log_);
    for (std::size_t i = 0; i < log_.size(); ++i) {
      const Context context = reader[i];
      const ActionSet actions = log_.available(i);
      double best = -std::numeric_limits<double>::infinity();
      double earned = 0;
      for (Action j = 0; j < actions.size(); ++j) {
        expected_.push_back(environment.expected_reward(context, actions[j], Knowledge::full));
        const double seen = environment.expected_reward(context, actions[j], Knowledge::posterior);
        if (seen > best) {
          best = seen;
          earned = expected_.back();
        }
      }
      best_.add(earned);
    }
    uniform_ = of(StaticPolicy());
  }

  template <class Policy>
  double of(const Policy& policy) const {
    ContextReader reader(log_);
    std::vector<double> distribution(log_.action_count);
    numeric::Sum sum;
    std::size_t place = 0;
    for (std::size_t i = 0; i < log_.size(); ++i) {
      const ActionSet actions = log_.available(i);
      policy.probabilities(reader[i], actions, std::span(distribution).first(actions.size()));
      for (Action j = 0; j < actions.size(); ++j) sum.add(distribution[j] * expected_[place++]);
    }
    return sum.value() / static_cast<double>(log_.size());
  }
  double best() const { return best_.value() / static_cast<double>(log_.size()); }
  double uniform() const { return uniform_; }

 private:
  Log log_;
  std::vector<double> expected_;  // of the available actions, context after context
  numeric::Sum best_;
  double uniform_ = 0;
};

struct Candidate {
  StaticPolicy policy;
  double truth = 0;
  Value value;
  double above = 0;  ///< value that the rule compares; taken if it is above 0
};

class Loop {
 public:
  Loop(const IterativeImprovementOptions& options, const Trial& trial)
      : options_(options),
        trial_(trial),
        environment_(trial.environment()),
        truth_(*environment_, options.contexts),
        all_(trial.agent()),
        model_(std::make_shared<RewardMoments>(environment_->action_count(),
                                               environment_->dimension(),
                                               environment_->rewards() == RewardRange::binary)) {
    current_.truth = truth_.uniform();
  }

  ResultRow round(std::uint64_t k) {
    const RandomisedPolicy online(current_.policy, k == 0 ? nullptr : model_,
                                  options_.randomisation);
    const std::uint64_t size =
        k == 0 && options_.first_records > 0 ? options_.first_records : options_.records;
    auto log = std::make_shared<const Log>(write_log(
        *environment_, Agent(online), size, replicate_key(trial_.policy_stream(), 2 * k), played_));
    played_ += size;
    const double cost = current_.truth - truth_.of(online);
    numeric::Sum earned;
    for (const double reward : log->rewards) earned.add(reward);

    const std::size_t training = options_.split ? size / 2 : size;
    const auto candidates = candidates_from(k, *log, training);
    if (options_.split) log = std::make_shared<const Log>(log->range(training, size - training));
    const auto valued = value(candidates, log, replicate_key(trial_.policy_stream(), 2 * k + 1));

    const std::size_t chosen = choose(valued);
    const double before = valued[0].truth;
    const Candidate& all = valued[1];
    const double error = all.value.estimate - all.truth;
    const auto& interval = all.value.interval;
    current_ = valued[chosen];
    const bool changed = chosen > 0;
    return result.row(k + 1,
                      {result.estimate(current_.value.estimate),
                       result.standard_error(current_.value.standard_error),
                       result.low(current_.value.interval.low),
                       result.high(current_.value.interval.high),
                       result.truth(current_.truth),
                       result.online(earned.value() / static_cast<double>(size)),
                       result.cost(cost),
                       result.uniform(truth_.uniform()),
                       result.best(truth_.best()),
                       result.changed(changed ? 1.0 : 0.0),
                       result.worse(changed ? (current_.truth < before ? 1.0 : 0.0) : nan),
                       result.gain(changed ? current_.truth - before : nan),
                       result.candidate(all.value.estimate),
                       result.candidate_error(error),
                       result.candidate_squared_error(error * error),
                       result.candidate_width(interval.high - interval.low),
                       result.candidate_covered(
                           interval.low <= all.truth && all.truth <= interval.high ? 1.0 : 0.0),
                       result.candidate_acceleration(all.value.time_acceleration),
                       result.candidate_gain(all.truth - before),
                       result.current_acceleration(valued[0].value.time_acceleration)});
  }

 private:
  static void teach(Agent& agent, const Log& log, std::size_t records) {
    ContextReader contexts(log);
    for (std::size_t i = 0; i < records; ++i) {
      agent.update(contexts[i], log.available(i), log.actions[i], log.rewards[i]);
    }
  }

  /// The current policy, "all", and "last" from the second round on.
  std::vector<Candidate> candidates_from(std::uint64_t k, const Log& log, std::size_t training) {
    std::vector<Candidate> candidates{current_};
    teach(all_, log, training);
    candidates.push_back(candidate_of(all_, log));
    if (k > 0) {
      Agent last = trial_.agent();
      teach(last, log, training);
      candidates.push_back(candidate_of(std::move(last), log));
    }
    if (options_.randomisation.kind != Randomisation::epsilon) {
      ContextReader contexts(log);
      for (std::size_t i = 0; i < training; ++i) {
        model_->learn(contexts[i], log.actions[i], log.rewards[i]);
      }
    }
    return candidates;
  }

  Candidate candidate_of(Agent agent, const Log& log) const {
    Candidate candidate;
    candidate.policy = StaticPolicy(std::move(agent), log);
    candidate.truth = truth_.of(candidate.policy);
    return candidate;
  }

  std::vector<Candidate> value(std::vector<Candidate> candidates,
                               const std::shared_ptr<const Log>& log, StreamKey resampling) const {
    for (Candidate& candidate : candidates) {
      candidate.value = value_of(candidate.policy, log, options_.value, resampling);
      const double current = candidates[0].value.estimate;
      switch (options_.rule) {
        case ChoiceRule::estimate:
          candidate.above = candidate.value.estimate - current;
          break;
        case ChoiceRule::lower_bound:
          candidate.above = candidate.value.interval.low - current;
          break;
        case ChoiceRule::difference:
          candidate.above = difference_interval(candidate.policy, candidates[0].policy, *log,
                                                current, options_.value, resampling)
                                .low;
      }
    }
    return candidates;
  }

  /// The first with the highest `above`, if that is above 0; otherwise the current one. No NaN is.
  static std::size_t choose(const std::vector<Candidate>& valued) {
    std::size_t chosen = 0;
    for (std::size_t i = 1; i < valued.size(); ++i) {
      const double bar = chosen == 0 ? 0 : valued[chosen].above;
      if (valued[i].above > bar) chosen = i;
    }
    return chosen;
  }

  const IterativeImprovementOptions& options_;
  const Trial& trial_;
  std::unique_ptr<Environment> environment_;
  Truth truth_;
  Agent all_;
  std::shared_ptr<RewardMoments> model_;
  Candidate current_;
  std::uint64_t played_ = 0;
};

class IterativeImprovement final : public Evaluator {
 public:
  explicit IterativeImprovement(IterativeImprovementOptions options) : options_(options) {}

  const RowSchema& schema() const override { return result; }
  /// One row a round. Throws NotApplicable for a file, for an algorithm that chooses at random
  /// without giving its probabilities, and where the randomised policy leaves an action out.
  /// O(rounds (records + contexts) choices), and what red_inf costs for three policies a round.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    Loop loop(options_, trial);
    for (std::uint64_t k = 0; k < options_.rounds; ++k) rows.push_back(loop.round(k));
  }
  Passes passes() const override {
    return {.count = std::max<std::uint64_t>(1, options_.value.resamples)};
  }

 private:
  IterativeImprovementOptions options_;
};

std::shared_ptr<const Evaluator> make(const IterativeImprovementOptions& written) {
  IterativeImprovementOptions options = written;
  if (options.value.interval == estimation::IntervalMethod::normal) {
    options.value.resamples = 0;
  } else {
    const std::size_t fewest = statistics::min_resamples(options.value.level);
    if (options.value.resamples < fewest) {
      throw SpecErrors("iterative_improvement: this interval needs resamples, " +
                       std::to_string(fewest) + " at least");
    }
  }
  return std::make_shared<IterativeImprovement>(options);
}

const auto parameters = bind_parameters<IterativeImprovementOptions>(
    integer(&IterativeImprovementOptions::rounds, "rounds",
            "policies put online; 1: one uniform log")
        .at_least(1)
        .at_most(100'000),
    integer(&IterativeImprovementOptions::records, "records", "interactions of a round")
        .at_least(4)
        .at_most(100'000'000),
    integer(&IterativeImprovementOptions::first_records, "first_records",
            "of the first round, which is uniform; 0: as the others")
        .at_least(0)
        .at_most(100'000'000),
    group(&IterativeImprovementOptions::randomisation,
          bind_parameters<RandomisationOptions>(
              choice(
                  &RandomisationOptions::kind, "randomisation",
                  {{"epsilon", Randomisation::epsilon},
                   {"proportional", Randomisation::proportional},
                   {"softmax", Randomisation::softmax},
                   {"minimum_variance", Randomisation::minimum_variance}},
                  "what is added to the policy online: uniform actions; or, by a ridge regression, "
                  "actions in proportion to their expected reward, or to its exponential; or what "
                  "makes the next evaluation most accurate at the cost of uniform actions")
                  .source("thesis, sections 5.8.1 (p. 169), 5.8.2 (p. 171) and 5.8.3 (p. 177); "
                          "theorem 21"),
              real(&RandomisationOptions::epsilon, "epsilon", "probability of a uniform action")
                  .at_least(0)
                  .at_most(1)
                  .source("thesis, section 5.8.1 (p. 169): 0.01, 0.05"),
              real(&RandomisationOptions::temperature, "temperature", "of softmax")
                  .at_least(1e-6)
                  .at_most(1e6))),
    choice(&IterativeImprovementOptions::rule, "rule",
           {{"lower_bound", ChoiceRule::lower_bound},
            {"difference", ChoiceRule::difference},
            {"estimate", ChoiceRule::estimate}},
           "when a new policy is taken: its lower bound beats the current estimate; the lower "
           "bound of the difference is above 0; its estimate is the highest")
        .source("thesis, section 5.8.1 (p. 169) and figure 5.10 (section 5.9.1, p. 181)"),
    boolean(&IterativeImprovementOptions::split, "split",
            "half of each log trains the candidate, the other half evaluates it"),
    group(&IterativeImprovementOptions::value,
          bind_parameters<estimation::StaticReplayOptions>(
              boolean(&estimation::StaticReplayOptions::star, "star", "RED*_inf; false: RED_inf")
                  .source("thesis, section 5.7.7 (p. 165)"),
              group(&estimation::StaticReplayOptions::weighting,
                    bind_parameters<estimation::Weighting>(
                        real(&estimation::Weighting::clip, "clip",
                             "tau: the weight of a record is 1 / max(propensity, tau)")
                            .at_least(0)
                            .at_most(1))),
              integer(&estimation::StaticReplayOptions::resamples, estimation::resamples_name, "B")
                  .repeats_work()
                  .at_least(0)
                  .at_most(100'000'000),
              choice(&estimation::StaticReplayOptions::interval, "interval",
                     {{"percentile", estimation::IntervalMethod::percentile},
                      {"normal", estimation::IntervalMethod::normal},
                      {"basic", estimation::IntervalMethod::basic},
                      {"studentised", estimation::IntervalMethod::studentised},
                      {"bca", estimation::IntervalMethod::bca}},
                     "how low and high come about")
                  .source("thesis, sections 5.6.1 (p. 138) and 5.6.2 (p. 139)"),
              estimation::level_parameter(&estimation::StaticReplayOptions::level))),
    integer(&IterativeImprovementOptions::contexts, "contexts",
            "fresh contexts that give the truth")
        .at_least(1)
        .at_most(100'000'000));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "iterative_improvement",
     .group = Group::policy_measures,
     .summary = "a loop: log with the current policy, evaluate candidates, deploy the next one",
     .source = "thesis section 5.8.1 (p. 169), figure 5.10",
     .revision = 2,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Simulators that do not change. The algorithm is trained on the logs, then "
                      "frozen; it must be deterministic, or give its probabilities.",
     .properties = {.estimates_value = false, .plays_environment = true}}};

}  // namespace replaybench::evaluators::iterative_improvement

#include "evaluators/arm_bootstrap/arm_bootstrap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/resample/pass.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn bootstrap_variance = add("bootstrap_variance");
  RowColumn fewest = add("fewest", Role::count);
} result{};

// The rewards of each action, one action after the other.
class ArmRewards {
 public:
  explicit ArmRewards(const Log& log) : first_(log.action_count + 1), rewards_(log.size()) {
    for (const Action action : log.actions) ++first_[action + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < log.size(); ++i) rewards_[next[log.actions[i]]++] = log.rewards[i];
  }
  std::span<const double> operator[](Action action) const {
    return std::span(rewards_).subspan(first_[action], first_[action + 1] - first_[action]);
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<double> rewards_;
};

// Period 2, the second half read backwards: a number of [0, 1].
double reflected(double reward) {
  const double turned = reward - 2 * std::floor(reward / 2);
  return turned > 1 ? 2 - turned : turned;
}

void require_records_of_all(const Log& log, const ArmRewards& arms) {
  std::string missing;
  std::size_t count = 0;
  constexpr std::size_t most_named = 10;
  for (Action a = 0; a < log.action_count; ++a) {
    if (!arms[a].empty()) continue;
    if (++count > most_named) continue;
    missing += (count > 1 ? ", " : "") +
               (log.action_names.empty() ? std::to_string(a) : log.action_names[a]);
  }
  if (count == 0) return;
  if (count > most_named) missing += fmt::format(" and {} more", count - most_named);
  throw NotApplicable(fmt::format(
      "{} of the {} actions were never logged, so there is no reward to draw for them: {}", count,
      log.action_count, missing));
}

// Nothing for an algorithm that does not give its state.
std::optional<std::uint64_t> digest_of(const Agent& agent) {
  try {
    return agent.state_digest();
  } catch (const std::logic_error&) {
    return std::nullopt;
  }
}

}  // namespace

bool reads_contexts(Agent agent, const Log& log) {
  constexpr std::size_t most_learnt = 1'000;
  constexpr std::size_t asked = 200;
  if (log.dimension == 0 || log.size() == 0) return false;
  ContextReader contexts(log);
  // All at several contexts, with the draws of the same step at each.
  const auto differs = [&](std::uint64_t step) {
    std::optional<Action> first;
    const std::size_t stride = std::max<std::size_t>(1, log.size() / asked);
    for (std::size_t i = 0; i < log.size(); i += stride) {
      Draws draws({}, step);
      const Action choice = agent.choose(contexts[i], ActionSet::all(log.action_count), draws);
      if (first && *first != choice) return true;
      first = choice;
    }
    return false;
  };
  // What it keeps may depend on the contexts where its choices do not yet (EpochGreedy explores at
  // some steps): a twin is taught the same actions and rewards in other contexts.
  Agent twin = agent;
  ContextReader other_contexts(log);
  std::uint64_t step = 0;
  const std::size_t learnt = std::min(log.size(), most_learnt);
  for (std::size_t i = 0; i < learnt; ++i) {
    if (i % (most_learnt / 5) == 0 && differs(step++)) return true;
    agent.update(contexts[i], log.available(i), log.actions[i], log.rewards[i]);
    twin.update(other_contexts[log.size() - 1 - i], log.available(i), log.actions[i],
                log.rewards[i]);
  }
  return differs(step) || digest_of(agent) != digest_of(twin);
}

LogAssumptions ArmBootstrap::assumptions() const {
  // Which actions were logged how often does not matter, as long as it did not depend on the
  // context.
  LogAssumptions assumptions;
  assumptions.constant_pool = true;
  assumptions.whole_horizon = true;
  return assumptions;
}

const RowSchema& ArmBootstrap::schema() const { return result; }

void ArmBootstrap::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
  if (log->has_pools()) {
    throw NotApplicable(
        "the pool of actions changes along this log: arm_bootstrap needs one pool; use "
        "windowed_bred{cut=\"pools\"}");
  }
  const ArmRewards arms(*log);
  require_records_of_all(*log, arms);
  const RewardRange range = log->reward_range();
  if (options_.noise == RewardNoise::switches && range != RewardRange::binary) {
    throw NotApplicable("noise = \"switches\" is for rewards of 0 and 1; use noise = \"gaussian\"");
  }
  if (options_.noise == RewardNoise::gaussian && range == RewardRange::binary) {
    throw NotApplicable("the rewards are 0 and 1: use noise = \"switches\"");
  }
  const Agent fresh = trial.agent();
  if (reads_contexts(fresh, *log)) {
    throw NotApplicable(
        "arm_bootstrap is for algorithms that do not read contexts, and the choices of this one "
        "change with them; use s_bred with jitter");
  }

  const std::uint64_t horizon = options_.horizon > 0 ? options_.horizon : log->size();
  std::vector<std::uint64_t> steps = options_.checkpoints;
  if (steps.empty()) steps.push_back(horizon);
  if (steps.back() > horizon) {
    throw NotApplicable(
        fmt::format("a checkpoint at {} is beyond the horizon of {}", steps.back(), horizon));
  }
  std::vector<numeric::Moments> means(steps.size());
  std::vector<std::vector<double>> chosen(steps.size(), std::vector<double>(log->action_count));
  std::vector<double> counts(log->action_count);
  // Any context will do.
  ContextReader contexts(*log);
  const Context context = contexts[0];
  const ActionSet actions = ActionSet::all(log->action_count);
  for (std::uint64_t b = 0; b < options_.resamples; ++b) {
    const PassKeys keys = keys_of_pass(trial.policy(), b);
    WordStream words(keys.records, 0);
    Agent agent = fresh;
    double sum = 0;
    std::size_t row = 0;
    std::fill(counts.begin(), counts.end(), 0);
    for (std::uint64_t t = 0; t < horizon && row < steps.size(); ++t) {
      Draws draws(keys.policy, t);
      const Action action = agent.choose(context, actions, draws);
      const auto rewards = arms[action];
      double reward = rewards[words.below(static_cast<std::uint32_t>(rewards.size()))];
      if (options_.noise == RewardNoise::switches) {
        if (words.uniform() < options_.level) reward = 1 - reward;
      } else if (options_.noise == RewardNoise::gaussian) {
        reward += options_.level * Draws(keys.noise, t).normal();
        if (range != RewardRange::real) reward = reflected(reward);
      }
      sum += reward;
      counts[action] += 1;
      agent.update(context, actions, action, reward);
      if (t + 1 == steps[row]) {
        means[row].add(sum / static_cast<double>(t + 1));
        for (std::size_t a = 0; a < counts.size(); ++a) chosen[row][a] += counts[a];
        ++row;
      }
    }
  }

  double fewest = static_cast<double>(log->size());
  std::vector<numeric::Moments> of_arm(log->action_count);
  for (Action a = 0; a < log->action_count; ++a) {
    for (const double reward : arms[a]) of_arm[a].add(reward);
    fewest = std::min(fewest, static_cast<double>(arms[a].size()));
  }
  for (std::size_t row = 0; row < steps.size(); ++row) {
    const double step = static_cast<double>(steps[row]);
    double variance = fresh.learns() ? nan : 0;
    for (std::size_t a = 0; a < counts.size(); ++a) {
      const double share = chosen[row][a] / (step * static_cast<double>(options_.resamples));
      if (share > 0) {
        variance += share * share * of_arm[a].variance() / static_cast<double>(of_arm[a].count);
      }
    }
    // The games' own noise, which more of them would make smaller.
    const double spread = means[row].count > 1 ? means[row].variance() : nan;
    variance += spread / static_cast<double>(options_.resamples);
    rows.push_back(result.row(
        steps[row],
        {result.estimate(means[row].mean), result.standard_error(std::sqrt(variance)),
         result.accepted(step), result.bootstrap_variance(spread), result.fewest(fewest)}));
  }
}

std::vector<std::string> ArmBootstrap::remarks(const Log& log, const Agent& agent,
                                               const ResultRow& row) const {
  std::vector<std::string> remarks;
  remarks.push_back(
      fmt::format("{:.0f} simulated steps with {} actions, of which the rarest has {:.0f} records",
                  row[result.accepted], log.action_count, row[result.fewest]));
  if (row[result.accepted] > static_cast<double>(log.size())) {
    remarks.push_back(
        "the horizon is beyond the size of the log: a longer simulation does not make the actions' "
        "mean rewards better known");
  }
  if (agent.learns()) {
    remarks.push_back(
        "no interval: the resamples share this log's records; bootstrap{of=\"arm_bootstrap\"} "
        "gives "
        "one");
  }
  return remarks;
}

namespace arm_bootstrap {

namespace {

std::shared_ptr<const Evaluator> make(const ArmBootstrapOptions& options) {
  if (options.noise == RewardNoise::none && options.level > 0) {
    throw SpecErrors(
        "arm_bootstrap: a level without noise; say noise = \"gaussian\" or "
        "\"switches\"");
  }
  if (options.noise == RewardNoise::switches && options.level > 1) {
    throw SpecErrors(
        fmt::format("arm_bootstrap: level = {} is a probability with noise = "
                    "\"switches\": it must be at most 1",
                    options.level));
  }
  estimation::require_increasing("arm_bootstrap", options.checkpoints);
  if (options.horizon > 0 && !options.checkpoints.empty() &&
      options.checkpoints.back() > options.horizon) {
    throw SpecErrors(fmt::format("arm_bootstrap: checkpoints go to {}, beyond the horizon of {}",
                                 options.checkpoints.back(), options.horizon));
  }
  return std::make_shared<ArmBootstrap>(options);
}

const auto parameters = bind_parameters<ArmBootstrapOptions>(
    estimation::resamples_parameter(&ArmBootstrapOptions::resamples, "B, games"),
    integer(&ArmBootstrapOptions::horizon, "horizon",
            "steps of a game; 0: as many as the log has records; may be more")
        .at_least(0),
    choice(&ArmBootstrapOptions::noise, "noise",
           {{"none", RewardNoise::none},
            {"gaussian", RewardNoise::gaussian},
            {"switches", RewardNoise::switches}},
           "on the drawn rewards: level N(0, 1), reflected where rewards are in [0, 1]; or, "
           "of rewards 0 and 1, the other one with probability `level`")
        .source("thesis, section 5.10.2 (p. 188)"),
    real(&ArmBootstrapOptions::level, "level", "of the noise").at_least(0).finite(),
    estimation::checkpoints_parameter(&ArmBootstrapOptions::checkpoints,
                                      "steps at which to give a row; empty: the horizon alone"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "arm_bootstrap",
     .summary = "a simulation in which each action pays a reward drawn from its logged ones: no "
                "record is rejected, any horizon",
     .source = "thesis, section 5.10.2 (p. 188)",
     .parameters = parameters.described()},
    parameters.factory(make),
    "Algorithms that ignore the context, on a log with one pool of which every action was logged, "
    "with whatever probabilities, as long as these did not depend on the context; an environment "
    "that "
    "does "
    "not change."};

}  // namespace arm_bootstrap

}  // namespace replaybench::evaluators

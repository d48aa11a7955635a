#include "evaluators/arm_bootstrap/arm_bootstrap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/resample/pass.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators::arm_bootstrap {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn bootstrap_variance = add("bootstrap_variance");
  RowColumn fewest = add("fewest", Role::count);
} result{};

// The rewards of each cell, one cell after the other.
class CellRewards {
 public:
  /// `cells`: of each reward, below `count`.
  CellRewards(std::span<const std::size_t> cells, std::span<const double> rewards,
              std::size_t count)
      : first_(count + 1), rewards_(rewards.size()) {
    for (const std::size_t cell : cells) ++first_[cell + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < cells.size(); ++i) rewards_[next[cells[i]]++] = rewards[i];
  }
  std::size_t count() const { return first_.size() - 1; }
  std::span<const double> operator[](std::size_t cell) const {
    return std::span(rewards_).subspan(first_[cell], first_[cell + 1] - first_[cell]);
  }
  double fewest() const {
    std::size_t least = rewards_.size();
    for (std::size_t cell = 0; cell < count(); ++cell) {
      least = std::min(least, (*this)[cell].size());
    }
    return static_cast<double>(least);
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<double> rewards_;
};

CellRewards by_action(const Log& log) {
  const std::vector<std::size_t> cells(log.actions.begin(), log.actions.end());
  return CellRewards(cells, log.rewards, log.action_count);
}

// Index of each record's context among the distinct contexts, in the order of their first record.
struct DistinctContexts {
  std::vector<std::size_t> of_record;
  std::size_t count = 0;

  explicit DistinctContexts(const Log& log) : of_record(log.size()) {
    std::map<std::vector<double>, std::size_t> numbers;
    ContextReader contexts(log);
    for (std::size_t i = 0; i < log.size(); ++i) {
      std::vector<double> features(log.dimension);
      const Context context = contexts[i];
      for (std::size_t j = 0; j < log.dimension; ++j) features[j] = context[j];
      of_record[i] = numbers.try_emplace(std::move(features), numbers.size()).first->second;
    }
    count = numbers.size();
  }
};

// Cell context K + action.
CellRewards by_context(const Log& log, const DistinctContexts& contexts) {
  std::vector<std::size_t> cells(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    cells[i] = contexts.of_record[i] * log.action_count + log.actions[i];
  }
  return CellRewards(cells, log.rewards, contexts.count * log.action_count);
}

// Period 2, the second half read backwards: a number of [0, 1].
double reflected(double reward) {
  const double turned = reward - 2 * std::floor(reward / 2);
  return turned > 1 ? 2 - turned : turned;
}

void require_records_of_all(const Log& log, const CellRewards& arms) {
  std::string missing;
  std::size_t count = 0;
  constexpr std::size_t max_named = 10;
  for (Action a = 0; a < log.action_count; ++a) {
    if (!arms[a].empty()) continue;
    if (++count > max_named) continue;
    missing += (count > 1 ? ", " : "") +
               (log.action_names.empty() ? std::to_string(a) : log.action_names[a]);
  }
  if (count == 0) return;
  if (count > max_named) missing += fmt::format(" and {} more", count - max_named);
  throw NotApplicable(fmt::format(
      "{} of the {} actions were never logged, so there is no reward to draw for them: {}", count,
      log.action_count, missing));
}

void require_records_of_cells(const CellRewards& cells, std::size_t contexts) {
  std::size_t empty = 0;
  for (std::size_t cell = 0; cell < cells.count(); ++cell) empty += cells[cell].empty();
  if (empty == 0) return;
  throw NotApplicable(fmt::format(
      "of the {} pairs of a context and an action {} were never logged, so there is no reward to "
      "draw for them; the log has {} distinct contexts: draw = \"context\" is for few",
      cells.count(), empty, contexts));
}

// Nothing for an algorithm that does not list its state.
std::optional<std::uint64_t> digest_of(const Agent& agent) {
  if (!agent.tells_state()) return std::nullopt;
  return agent.state_digest();
}

}  // namespace

bool reads_contexts(Agent agent, const Log& log) {
  constexpr std::size_t max_learnt = 1'000;
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
  // Its state may depend on the contexts although its choices do not yet (EpochGreedy explores at
  // some steps): a copy is trained with the same actions and rewards in other contexts.
  Agent twin = agent;
  ContextReader other_contexts(log);
  std::uint64_t step = 0;
  const std::size_t learnt = std::min(log.size(), max_learnt);
  for (std::size_t i = 0; i < learnt; ++i) {
    if (i % (max_learnt / 5) == 0 && differs(step++)) return true;
    agent.update(contexts[i], log.available(i), log.actions[i], log.rewards[i]);
    twin.update(other_contexts[log.size() - 1 - i], log.available(i), log.actions[i],
                log.rewards[i]);
  }
  return differs(step) || digest_of(agent) != digest_of(twin);
}

namespace {

class ArmBootstrap final : public Evaluator {
 public:
  explicit ArmBootstrap(ArmBootstrapOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions;
    assumptions.constant_pool = true;
    assumptions.whole_horizon = true;
    return assumptions;
  }
  /// estimate            mean reward of the steps so far, over the resamples
  /// standard_error      of a static policy's estimate, from how often it chose which action, their
  ///                     records' spread, and the spread of the games; NaN for one resample, for an
  ///                     algorithm that learns, and with draw = "context"
  /// accepted            steps so far: nothing is rejected
  /// bootstrap_variance  of the resamples' means; NaN for one
  /// fewest              records of the action, or the pair, that the log has least of
  const RowSchema& schema() const override { return result; }
  /// One row whose step is the horizon, or one for each checkpoint up to it. O(B horizon) calls of `choose`
  /// and updates, O(T) memory. Throws NotApplicable: see above.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
    if (log->has_pools()) {
      throw NotApplicable(
          "the pool of actions changes along this log: arm_bootstrap needs one pool; use "
          "windowed_bred{cut=\"pools\"}");
    }
    const bool with_contexts = options_.draw == RewardDraw::context;
    std::optional<DistinctContexts> distinct;
    if (with_contexts) distinct.emplace(*log);
    const CellRewards cells = with_contexts ? by_context(*log, *distinct) : by_action(*log);
    if (with_contexts) {
      require_records_of_cells(cells, distinct->count);
    } else {
      require_records_of_all(*log, cells);
    }
    const RewardRange range = log->reward_range();
    if (options_.noise == RewardNoise::switches && range != RewardRange::binary) {
      throw NotApplicable(
          "noise = \"switches\" is for rewards of 0 and 1; use noise = \"gaussian\"");
    }
    if (options_.noise == RewardNoise::gaussian && range == RewardRange::binary) {
      throw NotApplicable("the rewards are 0 and 1: use noise = \"switches\"");
    }
    const Agent fresh = trial.agent();
    if (!with_contexts && reads_contexts(fresh, *log)) {
      throw NotApplicable(
          "arm_bootstrap is for algorithms that do not read contexts, and the choices of this one "
          "change with them; use s_bred with jitter, or draw = \"context\" where contexts are few");
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
    ContextReader contexts(*log);
    const ActionSet actions = ActionSet::all(log->action_count);
    for (std::uint64_t b = 0; b < options_.resamples; ++b) {
      const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
      WordStream words(keys.records, 0);
      Agent agent = fresh;
      double sum = 0;
      std::size_t row = 0;
      std::fill(counts.begin(), counts.end(), 0);
      for (std::uint64_t t = 0; t < horizon && row < steps.size(); ++t) {
        Draws draws(keys.policy, t);
        const std::size_t record =
            with_contexts ? words.below(static_cast<std::uint32_t>(log->size())) : 0;
        const Context context = contexts[record];
        const Action action = agent.choose(context, actions, draws);
        const std::size_t first_cell =
            with_contexts ? distinct->of_record[record] * log->action_count : 0;
        const auto rewards = cells[first_cell + action];
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

    const double fewest = cells.fewest();
    std::vector<numeric::Moments> of_arm(log->action_count);
    for (std::size_t i = 0; i < log->size(); ++i) of_arm[log->actions[i]].add(log->rewards[i]);
    for (std::size_t row = 0; row < steps.size(); ++row) {
      const double step = static_cast<double>(steps[row]);
      double variance = fresh.learns() || with_contexts ? nan : 0;
      for (std::size_t a = 0; a < counts.size(); ++a) {
        const double share = chosen[row][a] / (step * static_cast<double>(options_.resamples));
        if (share > 0) {
          variance += share * share * of_arm[a].variance() / static_cast<double>(of_arm[a].count);
        }
      }
      const double spread = means[row].count > 1 ? means[row].variance() : nan;
      variance += spread / static_cast<double>(options_.resamples);
      rows.push_back(result.row(
          steps[row],
          {result.estimate(means[row].mean), result.standard_error(std::sqrt(variance)),
           result.accepted(step), result.bootstrap_variance(spread), result.fewest(fewest)}));
    }
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    std::vector<std::string> remarks;
    remarks.push_back(fmt::format(
        "{:.0f} simulated steps with {} actions, of which the rarest has {:.0f} records{}",
        row[result.accepted], log.action_count, row[result.fewest],
        options_.draw == RewardDraw::context ? " in a context" : ""));
    if (row[result.accepted] > static_cast<double>(log.size())) {
      remarks.push_back(
          "the horizon is beyond the size of the log: a longer simulation does not make the "
          "actions' mean rewards better known");
    }
    if (agent.learns()) {
      remarks.push_back(
          "no interval: the resamples share this log's records; bootstrap{of=\"arm_bootstrap\"} "
          "gives one");
    }
    return remarks;
  }

 private:
  ArmBootstrapOptions options_;
};

std::shared_ptr<const Evaluator> make(const ArmBootstrapOptions& options) {
  if (options.noise == RewardNoise::none && options.level > 0) {
    throw SpecErrors(
        "arm_bootstrap: a level without noise; say noise = \"gaussian\" or \"switches\"");
  }
  if (options.noise == RewardNoise::switches && options.level > 1) {
    throw SpecErrors(
        fmt::format("arm_bootstrap: level = {} is a probability with noise = \"switches\": it must "
                    "be at most 1",
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
           "on the drawn rewards: level N(0, 1), reflected where rewards are in [0, 1]; or, of "
           "rewards 0 and 1, the other one with probability `level`")
        .source("thesis, section 5.10.2 (p. 188)"),
    choice(&ArmBootstrapOptions::draw, "draw",
           {{"action", RewardDraw::action}, {"context", RewardDraw::context}},
           "a reward is one of the action's records, for algorithms that ignore the context; or "
           "the context is that of a random record, and the reward one of the records of that "
           "context and the action, where contexts are few")
        .source("thesis, section 5.9.3 (p. 183)"),
    real(&ArmBootstrapOptions::level, "level", "of the noise").at_least(0).finite(),
    estimation::checkpoints_parameter(&ArmBootstrapOptions::checkpoints,
                                      "steps at which to give a row; empty: the horizon alone"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "arm_bootstrap",
     .group = Group::replay,
     .summary = "a simulation in which each action pays a reward drawn from its logged ones: no "
                "record is rejected, any horizon",
     .source = "thesis, section 5.10.2 (p. 188)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Algorithms that ignore the context, or any where contexts are few (draw = "
                      "\"context\"), on a log with one pool of which every action was logged, with "
                      "whatever probabilities; with draw = \"action\" as long as these did not "
                      "depend on the context. An environment that does not change."}};

}  // namespace replaybench::evaluators::arm_bootstrap

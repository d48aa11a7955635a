#include "suite/evaluate/repeated_evaluation.hpp"

#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "suite/estimation/pass_progress.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/model/pool.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// Describes the feature with the largest values, which is the most frequent reason why an algorithm
// breaks down.
std::string scale_of(const LogBlocks& blocks) {
  const Log& log = blocks.header();
  double largest = 0;
  std::size_t feature = 0;
  blocks.each({.contexts = true}, [&](const LogBlock& block) {
    for (std::size_t i = 0; i < block.contexts.size(); ++i) {
      if (std::fabs(block.contexts[i]) <= largest) continue;
      largest = std::fabs(block.contexts[i]);
      feature = i % log.dimension;
    }
  });
  if (largest <= 1) return "";
  const std::string name =
      log.feature_names.empty() ? std::to_string(feature) : quoted_text(log.feature_names[feature]);
  return fmt::format("; the log's largest feature is {}, with values up to {:.3g}", name, largest);
}

// Owner of the stream's draws. If the algorithm makes none, they are the same for every policy, and
// a policy given by columns is the same policy as an algorithm.
std::string name_of_draws(const Evaluator& method,
                          const Component<AlgorithmDescription>& algorithm) {
  return method.never_calls_choose() ? "fixed policy" : algorithm.description->name;
}

// Says what the rewards are and what helps; make_agent knows their kind alone.
void refuse_rewards_that_do_not_fit(const Component<AlgorithmDescription>& algorithm,
                                    const Problem& problem, const RewardLimits& rewards) {
  const AlgorithmDescription& description = *algorithm.description;
  const bool binary = description.rewards == RewardRange::binary;
  if (fits(problem.rewards, description.rewards) || (problem.reward_bounds && !binary)) return;
  const std::string scale =
      binary
          ? "change the rewards"
          : "give their range with " +
                option("reward_range", fmt::format("{:.10g}:{:.10g}", rewards.least, rewards.most));
  throw NotApplicable(fmt::format(
      "{} learns from rewards {}; this log has rewards from {:.10g} to {:.10g}{}: {}, choose an "
      "algorithm for any rewards, or name another reward column",
      description.name, binary ? "that are 0 or 1" : "in [0, 1]", rewards.least, rewards.most,
      problem.rewards == RewardRange::unit ? ", not only 0 and 1" : "", scale));
}

}  // namespace

RepeatedEvaluation::RepeatedEvaluation(const Evaluator& method, std::shared_ptr<const Log> log,
                                       const Component<AlgorithmDescription>& algorithm,
                                       const EvaluationOptions& options, bool wants_basis)
    : method_(method),
      log_(std::move(log)),
      dataset_(log_),
      algorithm_(algorithm),
      options_(options),
      counts_itself_(method.passes().count <= 1),
      wants_basis_(wants_basis),
      policy_(derive_key(options.seed, "policy", "evaluate", name_of_draws(method, algorithm))),
      results_(options.repetitions) {}

RepeatedEvaluation::RepeatedEvaluation(const Evaluator& method, const LogFacts& facts, Reads reads,
                                       const Component<AlgorithmDescription>& algorithm,
                                       const EvaluationOptions& options)
    : RepeatedEvaluation(method, facts.shared_log(), algorithm, options, true) {
  facts_ = &facts;
  reads_ = reads;
}

std::vector<Rows> RepeatedEvaluation::run(const std::string& evaluator) {
  SharedPool(options_.jobs)->for_each(options_.repetitions, [this](std::uint64_t repetition) {
    evaluate_one(repetition);
  });
  for (const Rows& rows : results_) {
    if (!rows.empty()) continue;
    throw DataError(evaluator +
                    " gives no estimate of this log: its first checkpoint is never reached");
  }
  return std::move(results_);
}

Agent RepeatedEvaluation::make_agent_for(Problem problem) {
  asked_ = true;
  if (facts_) {  // the log may be in blocks
    problem.horizon = facts_->size();
    problem.rewards = facts_->reward_range();
  }
  refuse_rewards_that_do_not_fit(
      algorithm_, problem, facts_ ? facts_->rewards() : limits_of_rewards(LogInMemory(*log_)));
  return make_agent(algorithm_, problem);
}

void RepeatedEvaluation::evaluate_one(std::uint64_t repetition) {
  if (counts_itself_) ++estimation::passes_begun();
  const auto make = [this](const Problem& problem) { return make_agent_for(problem); };
  ReplicateStreams streams;
  streams.policy = replicate_key(policy_, repetition);
  streams.folds = replicate_key(derive_key(options_.seed, "folds", "evaluate"), repetition);
  Trial trial(dataset_, make, make, 0, streams);
  trial.name_algorithm(algorithm_);
  try {
    results_[repetition] = rows_of(trial, repetition == 0);
  } catch (const NumericalFailure& failure) {
    throw NumericalFailure(options_.log_name + ": " + failure.what() +
                           (facts_ ? scale_of(*facts_->blocks()) : scale_of(LogInMemory(*log_))));
  }
}

Rows RepeatedEvaluation::rows_of(Trial& trial, bool is_first) {
  Rows rows;
  if (reads_ == Reads::terms) {
    block_basis_ = dynamic_cast<const BlockEvaluator&>(method_).evaluate_blocks(
        facts_->blocks(), trial.fixed_policy(), options_.jobs, rows);
  } else if (reads_ == Reads::replay) {
    replay_ = replay_of_blocks(*facts_->blocks(), trial.agent(), trial.policy_stream(),
                               options_.keep_parts || options_.keep_details);
    rows.push_back(row_of(replay_, method_.schema()));
  } else if (is_first && wants_basis_) {
    basis_ = method_.evaluate_with_basis(trial, rows);
  } else {
    method_.evaluate(trial, rows);
  }
  return rows;
}

}  // namespace replaybench

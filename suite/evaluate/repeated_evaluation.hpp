#pragma once
// The runs of an evaluator on one log, with independent draws.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "suite/component/basis.hpp"
#include "suite/component/block_evaluator.hpp"
#include "suite/component/log_dataset.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/evaluate/replay_of_blocks.hpp"

namespace replaybench {

/// The rows of one repetition.
using Rows = std::vector<ResultRow>;

class RepeatedEvaluation {
 public:
  /// The way in which the records are read.
  enum class Reads {
    log,    ///< by Evaluator::evaluate, as a log in memory
    terms,  ///< by a BlockEvaluator, in blocks
    replay  ///< by replay_of_blocks
  };

  /// Evaluates on a log in memory. The arguments must outlive the object.
  RepeatedEvaluation(const Evaluator& method, std::shared_ptr<const Log> log,
                     const Component<AlgorithmDescription>& algorithm,
                     const EvaluationOptions& options, bool wants_basis);
  /// Of a log with known facts.
  RepeatedEvaluation(const Evaluator& method, const LogFacts& facts, Reads reads,
                     const Component<AlgorithmDescription>& algorithm,
                     const EvaluationOptions& options);

  /// The repetitions, in their order for any number of threads. Throws the error of the first repetition
  /// that fails. `evaluator`: its text, for messages.
  std::vector<Rows> run(const std::string& evaluator);
  /// Basis of the estimate of the first repetition; call after `run`.
  EstimateBasis take_basis() { return std::move(basis_); }
  BlockBasis take_block_basis() { return std::move(block_basis_); }
  ReplayOfBlocks take_replay() { return std::move(replay_); }
  /// True if the evaluator made an agent of the algorithm; call after `run`.
  bool asked_for_algorithm() const { return asked_; }

 private:
  void evaluate_one(std::uint64_t repetition);
  Rows rows_of(Trial& trial, bool is_first);
  Agent make_agent_for(Problem problem);

  const Evaluator& method_;
  std::shared_ptr<const Log> log_;
  const LogFacts* facts_ = nullptr;
  Reads reads_ = Reads::log;
  LogDataset dataset_;
  const Component<AlgorithmDescription>& algorithm_;
  const EvaluationOptions& options_;
  bool counts_itself_;  // a repetition is a pass
  bool wants_basis_;
  StreamKey policy_;
  std::vector<Rows> results_;
  EstimateBasis basis_;
  BlockBasis block_basis_;
  ReplayOfBlocks replay_;
  std::atomic<bool> asked_ = false;
};

}  // namespace replaybench

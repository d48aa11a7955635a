#pragma once
// Replay of a learning algorithm over a log that is not in memory: one pass in the order of the records.

#include <memory>
#include <vector>

#include "suite/component/record_parts.hpp"
#include "suite/component/registry.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/model/agent.hpp"

namespace replaybench {

/// True if the evaluator is the default for logs, a replay in the order of the log (thesis algorithm 10), with the defaults
/// of its parameters.
bool is_plain_replay(const Component<EvaluatorDescription>& evaluator);

struct ReplayOfBlocks {
  Sums sums;
  /// For each record, true if it was accepted: a bit per record. Null unless requested.
  std::shared_ptr<const std::vector<bool>> accepted;
};

/// The replay that an evaluator with is_plain_replay makes of the log in memory, to the last bit. O(n) steps of the
/// agent; memory of one block, and a bit per record if the accepted ones are asked for.
ReplayOfBlocks replay_of_blocks(const LogBlocks& log, Agent agent, StreamKey policy,
                                bool wants_accepted);

/// Its row, of the schema of such an evaluator.
ResultRow row_of(const ReplayOfBlocks& replay, const RowSchema& schema);

/// Each record's part in the mean reward of the accepted ones; null if none was accepted. Shares log and records.
std::shared_ptr<const RecordParts> parts_of_accepted(
    const LogFacts& facts, std::shared_ptr<const std::vector<bool>> accepted, double estimate);

}  // namespace replaybench

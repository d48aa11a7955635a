#pragma once
// One replicate of an evaluation: a data set, an algorithm, and the streams of random numbers.

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "suite/component/algorithm.hpp"
#include "suite/component/dataset.hpp"
#include "suite/component/shared_logs.hpp"

namespace replaybench {

/// The streams of random numbers of one replicate; see suite/stream/stream.hpp for what each
/// depends on.
struct ReplicateStreams {
  StreamKey model;    ///< parameters of a simulator
  StreamKey live;     ///< contexts and rewards of direct play
  StreamKey log;      ///< contexts and rewards of the logged data
  StreamKey logging;  ///< actions of the logging policy
  StreamKey policy;   ///< draws of the evaluated algorithm
  /// Splits of the log for models that an evaluator fits to it: the same for every algorithm, so that
  /// two algorithms are compared on the same models.
  StreamKey folds;
};

/// Slice `index` (from 0) of a file that is cut into `count` consecutive slices, as equal as possible. A count of 0
/// means the whole file.
struct LogSlice {
  std::uint64_t index = 0;
  std::uint64_t count = 0;
};

/// One replicate of an evaluation: everything that an evaluator may use.
class Trial {
 public:
  /// `make_agent` makes a new agent for a problem; `logging` makes the policy that chooses the logged actions of a
  /// simulated log. `slice` selects a part of a file; simulators ignore it.
  Trial(const Dataset& dataset, std::function<Agent(const Problem&)> make_agent,
        std::function<Agent(const Problem&)> logging, std::uint64_t horizon,
        ReplicateStreams streams, LogSlice slice = {});

  /// The log: `horizon` records of the logging policy in the simulator, or the first `horizon` records of the file
  /// or of its slice, all of them if `horizon` is 0. Made at the first call. Throws NotApplicable if the file has
  /// fewer records, and for a simulator with horizon 0.
  std::shared_ptr<const Log> log();
  /// The log, whichever its kind: `log` throws NotApplicable for slates and for doses. Otherwise throws as `log`.
  std::shared_ptr<const Log> any_log();
  /// The slates of a log of slates, or the doses of a log of doses. Throw NotApplicable for a log of another kind, and
  /// as `log`.
  std::shared_ptr<const SlateLog> slates();
  std::shared_ptr<const DoseLog> doses();
  /// The logging policy of a simulator's log, which did not learn, if it has probabilities. Null before `log` is
  /// called, for a file, and for a log that was passed to `with_log`. Valid as long as the trial.
  const Agent* logging_policy() const { return writer_.get(); }
  /// Calls `visit` with consecutive chunks of `log()` of `size` records, a multiple of `unit`; the last chunk may be
  /// shorter. A simulator writes and discards one chunk after the other, so that millions of wide records need
  /// the memory of one chunk. These logs are one chunk: a file's log, a log that `log` has already made (also in
  /// a trial that shares it), and a log of dense contexts that other trials will share. Throws as `log` does.
  void for_each_chunk(std::uint64_t size, std::uint64_t unit,
                      const std::function<void(const Log&)>& visit);
  /// Limits every later chunk to at most `records` records, but at least one unit. The limit does not affect
  /// results.
  Trial& limit_chunks(std::uint64_t records) {
    max_chunk_ = records;
    return *this;
  }
  /// Takes a simulator's log from `logs`, or keeps it there; `logs` must outlive the trial. Its open group must
  /// belong to trials of this data set and this logging policy.
  Trial& share_logs(SharedLogs& logs) {
    shared_logs_ = &logs;
    return *this;
  }
  /// An environment for live play, separate from the environment that wrote the log but with the same model. Throws
  /// NotApplicable for a file.
  std::unique_ptr<Environment> environment() const;
  /// A new agent. O(state). Throws NotApplicable for an algorithm that must be trained offline and has not been
  /// (`with_agent` makes a trial of trained agents), and for a policy that is given by columns of the log, because
  /// it cannot choose.
  Agent agent() const;
  /// A new agent as the algorithm makes it, which may have to be trained before it is used. Throws NotApplicable for
  /// a policy that is given by columns of the log.
  Agent untrained_agent() const;
  /// Like `agent`, for evaluators that use probabilities and never call `choose`: the policy may be given by
  /// columns (Agent::given_target).
  Agent fixed_policy() const;
  /// Returns this evaluation on another log (for example a resample, or a part with renumbered actions), with the
  /// draws of `policy`. Its agents are made for that log's actions and features. O(1).
  Trial with_log(std::shared_ptr<const Log> log, StreamKey policy) const;
  /// Like `with_log`, for a log whose action indices differ from the environment's. Making an agent throws
  /// NotApplicable for an algorithm that knows the environment, because it would play the wrong actions. O(1).
  Trial with_renumbered_log(std::shared_ptr<const Log> log, StreamKey policy) const;
  /// Returns this evaluation with copies of `prepared` as agents, over `horizon` steps of live play. O(state).
  Trial with_agent(const Agent& prepared, std::uint64_t horizon) const;
  /// Sets the algorithm whose agents the trial makes; `algorithm` must outlive the trial. O(1).
  Trial& name_algorithm(const Component<AlgorithmDescription>& algorithm) {
    algorithm_ = &algorithm;
    return *this;
  }
  /// The algorithm; null if the agents were prepared or do not belong to a registered algorithm.
  const Component<AlgorithmDescription>* algorithm() const { return algorithm_; }
  std::uint64_t horizon() const { return horizon_; }
  /// ReplicateStreams::policy, or the stream that was passed to `with_log`.
  StreamKey policy_stream() const { return streams_.policy; }
  /// ReplicateStreams::folds; `with_log` keeps it.
  StreamKey folds() const { return streams_.folds; }

 private:
  void require_kind(LogKind kind);
  Agent made_agent() const;
  Agent trained(Agent agent) const;
  Problem problem() const;
  Problem problem_of_dataset() const;
  std::uint64_t records_of_file() const;
  void check_horizon(const Environment& environment) const;
  SharedLogs::Key log_key() const;

  const Dataset& dataset_;
  std::function<Agent(const Problem&)> make_agent_;
  std::function<Agent(const Problem&)> logging_;
  std::uint64_t horizon_;
  ReplicateStreams streams_;
  LogSlice slice_;
  std::uint64_t max_chunk_ = std::numeric_limits<std::uint64_t>::max();
  const Component<AlgorithmDescription>* algorithm_ = nullptr;
  std::shared_ptr<const Log> log_;
  std::shared_ptr<const Agent> writer_;
  SharedLogs* shared_logs_ = nullptr;
  bool on_given_log_ = false;
  bool renumbered_ = false;
  /// The problem without a log; shared with the trials that `with_log` returns.
  std::shared_ptr<std::optional<Problem>> problem_ = std::make_shared<std::optional<Problem>>();
  bool prepared_ = false;
};

}  // namespace replaybench

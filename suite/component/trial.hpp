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

/// Stretch `index` (from 0) of a file that is cut into `count` stretches as equal as can be, one
/// after the other. A count of 0 stands for the whole file.
struct LogPart {
  std::uint64_t index = 0;
  std::uint64_t count = 0;
};

/// One replicate of an evaluation: everything an evaluator may use.
class Trial {
 public:
  /// `make_agent` builds a fresh agent for a problem; `logging` chooses the logged actions of a
  /// simulated log. `part` is what is read of a file; a simulator takes no notice of it.
  Trial(const Dataset& dataset, std::function<Agent(const Problem&)> make_agent,
        std::function<Agent(const Problem&)> logging, std::uint64_t horizon,
        ReplicateStreams streams, LogPart part = {});

  /// The log: `horizon` records written by the logging policy in the simulator, or the file's first
  /// `horizon` records, or its part's (all when 0; throws NotApplicable when there are fewer, or
  /// for a simulator when it is 0). Made at the first call.
  std::shared_ptr<const Log> log();
  /// The log, whichever its kind: `log` throws NotApplicable for slates and for doses. Throws as `log`
  /// otherwise.
  std::shared_ptr<const Log> any_log();
  /// The slates of a log of slates, or the doses of a log of doses. Throw NotApplicable for another
  /// log, and as `log`.
  std::shared_ptr<const SlateLog> slates();
  std::shared_ptr<const DoseLog> doses();
  /// The policy that wrote `log()`, where that is known and gives its probabilities: of a simulator's
  /// log, which it wrote without learning. Null before `log` is called, for a file, and for a log
  /// that `on` was given. Valid as long as the trial.
  const Agent* log_writer() const { return writer_.get(); }
  /// Shows the records of `log()` in consecutive logs of `piece` records, a multiple of `unit`; the
  /// last may be shorter. A simulator's are written piece by piece and forgotten, so that millions of
  /// wide records need the memory of one piece; a file's log, one that `log` has made before (or a
  /// trial that shares it), and one of dense contexts that further trials are to share, is shown as
  /// it is, whole. Throws as `log` does.
  void for_each_piece(std::uint64_t piece, std::uint64_t unit,
                      const std::function<void(const Log&)>& show);
  /// Pieces have at most so many records from now on, but a unit at least: no result depends on it.
  Trial& limit_pieces(std::uint64_t records) {
    most_in_piece_ = records;
    return *this;
  }
  /// A simulator's log is looked for in `logs`, and kept there, which must outlive the trial. Its open
  /// group has to be that of trials of this data set and this logging policy.
  Trial& share_logs(SharedLogs& logs) {
    shared_logs_ = &logs;
    return *this;
  }
  /// An environment to play live, apart from the one that wrote the log but with the same model.
  /// Throws NotApplicable for a file.
  std::unique_ptr<Environment> environment() const;
  /// A fresh agent. O(state). Throws NotApplicable for an algorithm that is trained offline and has
  /// not been (`with_agent` gives a trial whose agents are), and for a policy that is given by
  /// columns of the log, which cannot be asked to choose.
  Agent agent() const;
  /// A fresh agent as the algorithm makes it, which may have to be trained before it is used.
  /// Throws NotApplicable for a policy that is given by columns of the log.
  Agent untrained_agent() const;
  /// As `agent`, for evaluators that ask for probabilities and never for a choice: a policy may be
  /// given by columns (Agent::given_target).
  Agent fixed_policy() const;
  /// The same evaluation on another log (a resample of this one's, or a part whose actions are
  /// numbered anew), with the draws of `policy`. Its agents are made for that log's actions and
  /// features. O(1).
  Trial on(std::shared_ptr<const Log> log, StreamKey policy) const;
  /// The same where the log's actions have other numbers than the environment's: an algorithm that
  /// knows the environment cannot be used there (NotApplicable), for it would play other actions
  /// than it means. O(1).
  Trial on_renumbered(std::shared_ptr<const Log> log, StreamKey policy) const;
  /// The same evaluation of copies of `prepared`, over `horizon` steps where the environment is
  /// played. O(state).
  Trial with_agent(const Agent& prepared, std::uint64_t horizon) const;
  /// Names the algorithm whose agents the trial makes; `algorithm` must outlive it. O(1).
  Trial& name_algorithm(const Component<AlgorithmDescription>& algorithm) {
    algorithm_ = &algorithm;
    return *this;
  }
  /// The algorithm by name; null where the agents were prepared, or are of no registered algorithm.
  const Component<AlgorithmDescription>* algorithm() const { return algorithm_; }
  std::uint64_t horizon() const { return horizon_; }
  StreamKey policy() const { return streams_.policy; }
  /// ReplicateStreams::folds; the same for a trial and all that `on` makes of it.
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
  LogPart part_;
  std::uint64_t most_in_piece_ = std::numeric_limits<std::uint64_t>::max();
  const Component<AlgorithmDescription>* algorithm_ = nullptr;
  std::shared_ptr<const Log> log_;
  std::shared_ptr<const Agent> writer_;
  SharedLogs* shared_logs_ = nullptr;
  bool on_given_log_ = false;
  bool renumbered_ = false;
  /// What does not depend on the log; made once, for this trial and all that `on` made of it.
  std::shared_ptr<std::optional<Problem>> problem_ = std::make_shared<std::optional<Problem>>();
  bool prepared_ = false;
};

}  // namespace replaybench

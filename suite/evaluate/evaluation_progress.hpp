#pragma once
// Progress of an evaluation, in words and as a fraction, from the counts of its threads.

#include <cstdint>
#include <string>

namespace replaybench {

/// Expected counts of an evaluation, if they are known before.
struct EvaluationWork {
  std::uint64_t passes = 1;   ///< over the log or resamples of it
  std::uint64_t records = 0;  ///< of all passes together; 0 means unknown
};

/// Not thread-safe: one thread looks at the counts of all.
class EvaluationProgress {
 public:
  struct State {
    std::string done;  ///< "120000 of 400000 records", "pass 3 of 30"
    double share = 0;  ///< in [0, 1); 0 means unknown
  };

  explicit EvaluationProgress(EvaluationWork expected) : expected_(expected) {}

  /// `passes`: begun so far; `records`: passed so far, in them all. If the number of records of
  /// a pass is not known beforehand, the first passes show it. Beyond the expected number there is no share.
  State at(std::uint64_t passes, std::uint64_t records);

 private:
  EvaluationWork expected_;
  std::uint64_t passes_ = 1;     // when `at` was last asked
  double records_per_pass_ = 0;  // 0: not known yet
};

/// Progress of opening a data set's log: `written` of `records` for a simulator; for a file, whose records are not
/// counted, only that it is being opened.
EvaluationProgress::State progress_of_opening(std::uint64_t written, std::uint64_t records);

}  // namespace replaybench

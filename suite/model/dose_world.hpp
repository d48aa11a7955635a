#pragma once
// Environments in which an action is a real number of a range, and one logging policy draws it from a
// density.

#include <cstddef>
#include <cstdint>

#include "suite/model/dose_log.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

/// A record that the logging policy wrote.
struct DoseRecord {
  std::size_t context = 0;
  double action = 0;
  double density = 0;  ///< of the logging policy at the action, given the context
  double reward = 0;
};

/// Finitely many contexts, all of them equally likely. An `Environment` that is one inherits both.
class DoseWorld {
 public:
  virtual ~DoseWorld() = default;
  virtual ActionRange range() const = 0;
  virtual std::size_t dose_contexts() const = 0;
  /// The action of the largest mean reward in context i; in the range.
  virtual double best_dose(std::size_t context) const = 0;
  /// Mean reward of an action of the range in context i.
  virtual double mean_reward(std::size_t context, double action) const = 0;
  /// Record `step` of the log that `key` names.
  virtual DoseRecord log_record(StreamKey key, std::uint64_t step) const = 0;
};

}  // namespace replaybench

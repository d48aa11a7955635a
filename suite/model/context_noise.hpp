#pragma once
// Noise added to the contexts of a replay.

#include <cstdint>

#include "suite/model/context.hpp"

namespace replaybench {

/// Noise on the contexts that a replay offers: the jitter of BRED (thesis algorithm 12, JITTER).
class ContextNoise {
 public:
  virtual ~ContextNoise() = default;
  /// The context to offer in the place of `context` at the slot with this number; a function of the
  /// two alone. Valid until the next call. Not thread-safe: one object a thread.
  virtual Context apply(std::uint64_t slot, const Context& context) = 0;
};

}  // namespace replaybench

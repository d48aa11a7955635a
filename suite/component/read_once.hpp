#pragma once
// Something that is read at its first use and kept: a file must not be read twice, for it may change
// in between.

#include <mutex>
#include <optional>

namespace replaybench {

/// A value that is made once. Thread-safe: the others wait for the first. Where making it throws,
/// the next use tries again.
template <class Value>
class ReadOnce {
 public:
  /// The value; the first call computes it by `read`.
  template <class Read>
  const Value& get(const Read& read) const {
    std::call_once(once_, [&] { value_.emplace(read()); });
    return *value_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::optional<Value> value_;
};

}  // namespace replaybench

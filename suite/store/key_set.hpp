#pragma once
// The keys of many cells: a million of them take 32 MB.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace replaybench {

/// A key's 32 bytes, as `sha256` gives them.
using KeyBytes = std::array<std::uint8_t, 32>;

/// Bytes of 64 hexadecimal digits in lower case; std::nullopt for another string.
std::optional<KeyBytes> key_bytes(std::string_view digits);

/// A set of keys that is filled first, then sorted, then searched.
class KeySet {
 public:
  /// O(1), amortised.
  void add(const KeyBytes& key) { keys_.push_back(key); }
  /// After the last `add`, before anything below. O(n log n).
  void sort();

  /// True if the set has this key of 64 hexadecimal digits; false for every other string. O(log n).
  bool contains(std::string_view digits) const;
  std::size_t size() const { return keys_.size(); }
  /// In order.
  auto begin() const { return keys_.begin(); }
  auto end() const { return keys_.end(); }

 private:
  std::vector<KeyBytes> keys_;
};

}  // namespace replaybench

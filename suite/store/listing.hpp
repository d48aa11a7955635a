#pragma once
// Contents of a store, by the names of its files.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "suite/store/key_set.hpp"
#include "suite/store/store.hpp"

namespace replaybench {

/// The cells and the noted failures of a store at one moment. A cell cut short or altered counts: only
/// names are read. 32 bytes of memory per cell.
class StoreListing {
 public:
  /// Reads the store's folders, one after the other, and looks at no file in them: on a network file
  /// system a look at each cell takes a hundred times as long. An absent store has nothing. Throws
  /// FileError for a folder that cannot be read. O(n log n) for n cells.
  explicit StoreListing(const Store& store);

  /// True if there is a cell with this key of 64 hexadecimal digits. O(log n).
  bool holds(std::string_view key) const { return cells_.contains(key); }
  bool failed(std::string_view key) const { return failures_.contains(key); }

  std::size_t cells() const { return cells_.size(); }
  std::size_t failures() const { return failures_.size(); }
  /// In the order of the keys.
  void for_each_cell(const std::function<void(const std::string& key)>& visit) const;
  void for_each_failure(const std::function<void(const std::string& key)>& visit) const;

  struct Bytes {
    std::uintmax_t bytes = 0;
    bool exact = true;  ///< if false, from the cells with the smallest keys, a random sample
  };
  /// The size of all cells: of more than `most` cells an estimate from that many. O(most).
  Bytes bytes(std::size_t most = 100'000) const;

 private:
  const Store* store_;
  KeySet cells_;
  KeySet failures_;
};

}  // namespace replaybench

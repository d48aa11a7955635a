#pragma once
// Inside of toml_reader.cpp: blocks with their defaults and cases as plain tables.

#include <toml++/toml.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench::toml_blocks {

/// A table of the document. `name` is its key in [kind.NAME]; null in [[kind]].
struct Block {
  const toml::table* table;
  const toml::key* name;
};

struct Problem {
  toml::source_region source;
  std::string message;
};

/// A block with one of its cases, or without any.
struct Expanded {
  std::unique_ptr<toml::table> table;
  std::map<const toml::node*, toml::source_region> sources;  ///< of every value in `table`
  std::size_t case_line = 0;                                 ///< 0 without a case
  std::string name;  ///< by which `sizes` may have it; empty if there are no sizes
  std::vector<Problem> problems;
};

/// Place of a value in the text: values of an expanded block have no source of their own.
using SourceOf = std::function<const toml::source_region&(const toml::node&)>;

/// Tables of the block that `blocks[index]` is like, of the block that this one is like, and so on; with the problem of
/// a key `like` that names no earlier block. O(blocks) for each.
struct Likes {
  std::vector<const toml::table*> tables;
  std::vector<Problem> problems;
};
Likes likes_of(const std::vector<Block>& blocks, std::size_t index, std::string_view name_key,
               const SourceOf& source);

/// Sources of the keys that a block lacks. `sizes` may be null.
struct Further {
  std::string_view name_key;
  std::vector<const toml::table*> defaults;  ///< of the block, the nearest first
  const toml::table* sizes =
      nullptr;  ///< by the block's name: keys with a list of a value for each profile
};

/// The block for each of its `cases`, in their order: the case's keys that no text uses as "$key", then the block's,
/// then those of `sizes`, which the block must not have, then those of `defaults`, each if it is not there yet.
/// O(size of the result).
std::vector<Expanded> expand(const Block& block, const Further& further, const SourceOf& source);

}  // namespace replaybench::toml_blocks

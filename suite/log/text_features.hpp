#pragma once
// Columns of texts as features of 0 and 1, while a log is being read.
//
// categorical  a feature per different value, named COLUMN=value, in natural order of the values:
//              the order in which the log names them decides nothing
// hashed       a feature per bucket, named COLUMN#bucket; a value's bucket is the `hash_bucket` of
//              "COLUMN=value"
//
// An empty cell is a value like others.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/action_dictionary.hpp"
#include "suite/log/log_columns.hpp"
#include "suite/model/log.hpp"

namespace replaybench {

/// Different values of a categorical column beyond which a log is refused: each is a feature of
/// every record.
inline constexpr std::size_t max_categories = 1000;

class TextFeatures {
 public:
  /// `file` is for messages and must outlive it.
  TextFeatures(const CsvHeader& header, const LogColumns& columns, const std::string& file);

  bool empty() const { return columns_.empty(); }

  /// Takes the texts of a good record, which stands on `line`. Throws DataError when a categorical
  /// column has more than max_categories values. Expected O(length of the texts).
  void add(std::span<const std::string_view> fields, std::size_t line);

  /// Puts these features behind the log's features, but before the intercept where it has one:
  /// first the categorical columns, then the hashed, each in the header's order. Contexts of few ones are listed
  /// (ListedContexts); without other features they are never dense. Needs a record of the log per record added. Throws
  /// FileError when the memory does not suffice. O(records * features), O(records * columns) if never dense.
  void join(Log& log, bool intercept) const;

 private:
  struct Column {
    std::size_t field;
    std::string name;
    std::uint32_t buckets;  // 0: categorical
    ActionDictionary values;
    std::string text;                  // "COLUMN=value", while it is hashed
    std::vector<std::uint32_t> codes;  // of each record
  };
  struct Features {
    std::vector<std::string> names;
    std::vector<std::uint32_t> place_of;  // by code
  };

  static Features features_of(const Column& column);
  // Contexts without other features, listed.
  void list(Log& log, std::span<const Features> parts, bool intercept) const;
  // Dense contexts; the log had `before` features.
  void widen(Log& log, std::span<const Features> parts, std::size_t before, bool intercept) const;

  const std::string& file_;  // of the current row
  std::vector<Column> columns_;
};

}  // namespace replaybench

#pragma once
// TOML as typed values. A reader wraps one table of the file; asking for a key gives its value, or
// records what is wrong with it and gives a default, so that one reading finds everything. Readers
// of nested tables share the list.
//
//   TomlReader reader = TomlReader::read_file(path);
//   const std::string title = reader.required_text("title");
//   for (TomlReader claim : reader.tables("claim")) ids.push_back(claim.required_text("id"));
//   reader.finish();             // keys that nobody has asked for
//   reader.throw_if_problems();  // all of it, in the order of the file

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/text/errors.hpp"
#include "suite/text/format_key.hpp"
#include "suite/text/profile.hpp"

namespace replaybench {

namespace toml_blocks {
struct Block;
}

/// A handle: copies are the same reader. Keeps the document alive. A number may be written as an
/// integer; an integer may not be written as 1e6 or 5.0.
class TomlReader {
 public:
  /// `file` names the text in places. Throws SpecErrors at a TOML syntax error, with its place.
  static TomlReader parse(std::string_view text, const std::string& file);
  /// Throws FileError if the file cannot be read, and what `parse` throws.
  static TomlReader read_file(const std::filesystem::path& path);

  /// True if the key is there; counts as asking for it.
  bool has(std::string_view key);
  /// True if the key is there and is a table; counts as asking for it.
  bool has_table(std::string_view key);
  /// The keys of this table in the order of the file; does not count as asking for them.
  std::vector<std::string> keys() const;

  /// A missing key or a wrong type is a problem; the value is then empty, NaN, 0, false or a reader
  /// of no keys.
  std::string required_text(std::string_view key);
  double required_number(std::string_view key);
  std::int64_t required_integer(std::string_view key);
  std::vector<std::string> required_texts(std::string_view key);
  TomlReader required_table(std::string_view key);

  /// A missing key gives `otherwise`, and so does a wrong type after recording the problem.
  std::string optional_text(std::string_view key, std::string otherwise = {});
  double optional_number(std::string_view key, double otherwise);
  std::int64_t optional_integer(std::string_view key, std::int64_t otherwise);
  bool optional_boolean(std::string_view key, bool otherwise);
  std::vector<std::string> optional_texts(std::string_view key,
                                          std::vector<std::string> otherwise = {});
  std::optional<TomlReader> optional_table(std::string_view key);
  /// The tables of [[key]], none if it is missing.
  std::vector<TomlReader> tables(std::string_view key);

  /// The blocks of a kind, in the order of the file: [[kind]], or [kind.NAME] and NAME = {...} under [kind], whose NAME
  /// is the value of `name_key`. A block takes what it does not have from [defaults.kind] of this table, or of several
  /// [[defaults.kind]] from the last one before it, then from the first one; before all of them from the earlier block
  /// that its key `like` names, and from the one that this is like. A block with
  /// `cases`, a list of tables, stands for one block for each case: "$key" in its texts is the case's value (a text
  /// that is nothing else takes the value's type), and other keys of a case are keys of its block. Messages name the
  /// case's line. Without a `name_key` there are no names and no defaults, and one table [kind] is one block.
  /// `keys` with the block `kind` are all keys that may be read: another one is a std::logic_error, so that a format has
  /// no key without documentation. `sizes` names a table of this one with keys of blocks by the block's name, each with
  /// a list of one value for each profile.
  std::vector<TomlReader> blocks(std::string_view kind, std::string_view name_key = {},
                                 FormatKeys keys = {}, std::string_view sizes = {});

  /// One of `allowed`; anything else is a problem that names the nearest, and gives `otherwise`.
  /// With no `otherwise` the key is required and an empty text stands for a problem.
  std::string one_of(std::string_view key, const std::vector<std::string>& allowed,
                     std::optional<std::string> otherwise = std::nullopt);

  /// The value for a profile: a plain value is for every profile, an inline table has one for each
  /// of some profiles. All of them are checked for any profile. A missing key gives
  /// `otherwise`, or is a problem if that is empty.
  std::int64_t integer_for_profile(std::string_view key, Profile profile,
                                   std::optional<std::int64_t> otherwise = std::nullopt);
  std::string text_for_profile(std::string_view key, Profile profile,
                               std::optional<std::string> otherwise = std::nullopt);
  std::vector<std::string> texts_for_profile(
      std::string_view key, Profile profile,
      std::optional<std::vector<std::string>> otherwise = std::nullopt);

  /// A value as a text that is spelt as in TOML: 5, 0.1, true, or a text without its quotes. For
  /// parameters whose type somebody else knows. Arrays, tables and dates are problems.
  std::string required_scalar_text(std::string_view key);
  /// A list of such values.
  std::vector<std::string> required_scalar_texts(std::string_view key);

  /// Beginning of this table, of a key's value (the table if there is none), or of a character of a
  /// text value. The last falls back on the value's place where the text has escapes. `offset` is
  /// in bytes of the value.
  SourcePlace place() const;
  SourcePlace place(std::string_view key) const;
  SourcePlace place_in_text(std::string_view key, std::size_t offset) const;
  /// Beginning of each value of a list; empty if the key has no list.
  std::vector<SourcePlace> element_places(std::string_view key) const;

  /// Records a problem at the key's value (or the table).
  void problem(std::string_view key, const std::string& message);
  /// Records a problem anywhere.
  void problem(const SourcePlace& place, const std::string& message);
  /// If the key is there and `fulfilled` is false, records: "key" is VALUE; expected EXPECTED.
  /// Returns `fulfilled`. With a profile, of a table of values for each the profile's is named.
  bool expect(bool fulfilled, std::string_view key, const std::string& expected,
              std::optional<Profile> profile = {});

  /// Records the keys of this table, and of the tables read from it, that nobody has asked for,
  /// each with the nearest that somebody has. Once only: a second call does nothing.
  void finish();

  /// All problems of the document so far, in the order of the file.
  std::vector<SpecProblem> problems() const;
  /// Number of problems so far. O(1).
  std::size_t problem_count() const;
  /// Throws SpecErrors if there are problems.
  void throw_if_problems() const;

 private:
  struct Document;
  struct Node;
  friend struct TomlAccess;

  explicit TomlReader(std::shared_ptr<Node> node);
  std::vector<TomlReader> default_sections(std::string_view kind, std::string_view name_key);
  std::vector<toml_blocks::Block> named_blocks(std::string_view kind, std::string_view name_key);

  std::shared_ptr<Node> node_;
};

}  // namespace replaybench

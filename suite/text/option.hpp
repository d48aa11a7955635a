#pragma once
// Options in messages. The engine names an option, and each front end writes it as its user does.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace replaybench {

/// Notation of an option, with a value of true and with one that maps names.
enum class OptionStyle {
  plain,         ///< skip_bad_lines=true, columns=action=NAME
  command_line,  ///< --skip-bad-lines, --columns action=NAME
  python,        ///< skip_bad_lines=True, columns={"action": "NAME"}
  study,         ///< skip_bad_lines=true, columns=["action=NAME"]: parameters of a component
};

/// The name of an option for the users of one front end, where it differs.
struct OptionName {
  std::string_view option;
  std::string_view written;
};

/// A mark for a message: the option `name` (letters, digits and _) with `value`, if it has one. Values
/// are "true" and "false", numbers and texts; of "columns" and "hashed" they are "role=NAME" and
/// "NAME:buckets", several joined by commas. A mark is made of control characters, which quoted_text
/// escapes: text of the user's that a message quotes can hold none.
std::string option(std::string_view name, std::string_view value = {});

/// `message` with its marks written in `style`; `names` are those of the front end. What is no mark stays.
/// On the command line false is --no-NAME, and what a shell would not take as it stands is quoted.
/// O(length of the message).
std::string in_style(std::string_view message, OptionStyle style,
                     std::span<const OptionName> names = {});

/// Beginning and end of the mark that holds the bytes before and at `at`; `at` twice where none does. For a
/// message that is cut. O(length of the message).
std::pair<std::size_t, std::size_t> mark_around(std::string_view message, std::size_t at);

}  // namespace replaybench

#pragma once
// Messages of the engine on the command line.

#include <string>
#include <string_view>

#include "suite/text/option.hpp"

namespace replaybench::cli {

/// A message of the engine, its options written as flags.
inline std::string with_flags(std::string_view message) {
  static constexpr OptionName names[] = {{"path", "log"}};
  return in_style(message, OptionStyle::command_line, names);
}

}  // namespace replaybench::cli

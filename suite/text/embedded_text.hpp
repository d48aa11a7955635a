#pragma once
// Files that are a part of the program; cmake/embed.cmake puts them there.

#include <string_view>
#include <vector>

namespace replaybench {

struct EmbeddedText {
  std::string_view name;  ///< the file's name without its folder
  std::string_view text;
};

}  // namespace replaybench

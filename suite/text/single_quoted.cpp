#include "suite/text/single_quoted.hpp"

#include "suite/text/replace_all.hpp"

namespace replaybench {

std::string shell_quoted(std::string_view text) {
  std::string inner(text);
  replace_all(inner, "'", "'\\''");
  return '\'' + inner + '\'';
}

std::string gnuplot_quoted(std::string_view text) {
  std::string inner(text);
  replace_all(inner, "'", "''");
  return '\'' + inner + '\'';
}

}  // namespace replaybench

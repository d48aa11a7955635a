#include "suite/text/single_quoted.hpp"

#include "suite/text/replace_all.hpp"

namespace replaybench {

namespace {

std::string single_quoted(std::string_view text, std::string_view quote) {
  std::string inner(text);
  replace_all(inner, "'", quote);
  return '\'' + inner + '\'';
}

}  // namespace

std::string shell_quoted(std::string_view text) { return single_quoted(text, "'\\''"); }

std::string gnuplot_quoted(std::string_view text) { return single_quoted(text, "''"); }

}  // namespace replaybench

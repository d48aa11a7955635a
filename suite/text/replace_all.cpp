#include "suite/text/replace_all.hpp"

namespace replaybench {

void replace_all(std::string& text, std::string_view old, std::string_view replacement) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at; (at = text.find(old, begin)) != std::string::npos; begin = at + old.size()) {
    out.append(text, begin, at - begin).append(replacement);
  }
  text = out.append(text, begin);
}

}  // namespace replaybench

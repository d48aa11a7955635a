#include "suite/text/quoted_text.hpp"

#include <algorithm>

#include "suite/text/printable_text.hpp"

namespace replaybench {

std::string quoted_text(std::string_view text, std::size_t limit) {
  std::string shown = "\"";
  std::size_t characters = 0;
  for (; !text.empty() && characters < limit; ++characters) {
    const std::size_t length = printable_length(text);
    if (text[0] == '"' || text[0] == '\\') shown += '\\';
    if (length == 0) append_escaped(shown, text[0]);
    shown += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  shown += '"';
  return text.empty() ? shown : shown + "...";
}

std::string shown_names(std::span<const std::string> names, std::size_t limit) {
  std::string shown;
  for (std::size_t i = 0; i < std::min(limit, names.size()); ++i) {
    shown += (i ? ", " : "") + quoted_text(names[i]);
  }
  if (names.size() > limit) shown += " ... and " + std::to_string(names.size() - limit) + " more";
  return shown;
}

}  // namespace replaybench

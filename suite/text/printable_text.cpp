#include "suite/text/printable_text.hpp"

#include <algorithm>

namespace replaybench {

std::size_t printable_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  unsigned code = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  // The least code of each length: a longer form, which could hide a character, is no UTF-8. U+0080
  // to U+009F are control characters.
  constexpr unsigned smallest[] = {0, 0, 0xa0, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code >= smallest[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

void append_escaped(std::string& shown, char c) {
  constexpr char hex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  switch (c) {
    case '\n':
      shown += "\\n";
      break;
    case '\r':
      shown += "\\r";
      break;
    case '\t':
      shown += "\\t";
      break;
    default:
      shown += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
  }
}

std::string printable_text(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const bool kept = text[0] == '\n' || text[0] == '\t';
    const std::size_t length = kept ? 1 : printable_length(text);
    if (length == 0) append_escaped(shown, text[0]);
    shown += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

}  // namespace replaybench

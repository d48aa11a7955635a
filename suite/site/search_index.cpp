#include "suite/site/search_index.hpp"

#include <nlohmann/json.hpp>

#include "suite/site/markdown.hpp"

namespace replaybench {

namespace {

constexpr std::size_t max_bytes = 600;

// Blanks as one; cut between characters.
std::string shortened(const std::string& text) {
  std::string short_text;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (blank && (short_text.empty() || short_text.back() == ' ')) continue;
    const bool begins_character = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (begins_character && short_text.size() >= max_bytes) break;
    short_text += blank ? ' ' : c;
  }
  return short_text;
}

}  // namespace

void add_document(std::vector<SearchEntry>& entries, const Document& document) {
  const auto sections = sections_of_html(document.html);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const PageSection& section = sections[i];
    if (i == 0) {
      entries.push_back({section.heading, "page", document.address, shortened(section.text)});
    } else {
      entries.push_back({section.heading + " – " + document.title, "section",
                         document.address + "#" + section.slug, shortened(section.text)});
    }
  }
}

std::string search_script(const std::vector<SearchEntry>& entries) {
  auto index = nlohmann::json::array();
  for (const SearchEntry& entry : entries) {
    index.push_back({entry.title, entry.kind, entry.address, shortened(entry.text)});
  }
  return "window.searchIndex = " +
         index.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + ";\n";
}

}  // namespace replaybench

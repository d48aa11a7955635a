#include "suite/format/vw_action_lines.hpp"

#include <algorithm>
#include <cstring>

#include "suite/format/vw_words.hpp"
#include "suite/log/text_list.hpp"

namespace replaybench {

namespace {

using vw::is_blank;
using vw::take_word;

// Name of the action that a line describes: its features by their names, between blanks.
std::string action_line_name(std::string_view features) {
  std::string name;
  while (!features.empty()) {
    features.remove_prefix(1);
    const std::size_t end = std::min(features.find('|'), features.size());
    std::string_view words = features.substr(0, end);
    features.remove_prefix(end);
    std::string_view space;
    if (!words.empty() && !is_blank(words[0])) space = take_word(words);
    for (std::string_view word = take_word(words); !word.empty(); word = take_word(words)) {
      if (!name.empty()) name += ' ';
      if (!space.empty()) name.append(space).append("^");
      name += word;
    }
  }
  return name;
}

}  // namespace

std::optional<std::uint32_t> VwActionLines::add_known(std::string_view features) {
  const auto text = texts_.find(features);
  if (!text) return std::nullopt;
  lines_.push_back({*text, rows_[*text], {}});
  return rows_[*text];
}

void VwActionLines::add(std::string_view features, std::uint32_t row) {
  if (rows_.size() == max_lines || text_bytes_ + features.size() > max_text_bytes) {
    lines_.push_back({none, row, std::string(features)});
    return;
  }
  text_bytes_ += features.size();
  rows_.push_back(row);
  name_of_.push_back(none);
  lines_.push_back({texts_.index(features), row, {}});
}

void VwActionLines::end_event(std::size_t event, std::size_t taken) {
  if (given_up_) return;
  pool_.clear();
  for (const Line& line : lines_) see(line, pool_.size());
  const std::uint32_t name = pool_[taken];
  std::sort(pool_.begin(), pool_.end());
  named_ &= std::adjacent_find(pool_.begin(), pool_.end()) == pool_.end();
  const std::string_view bytes(reinterpret_cast<const char*>(pool_.data()),
                               pool_.size() * sizeof(std::uint32_t));
  events_.push_back({event, name, pools_.index(bytes)});
  // A text that never comes again names nothing, and must not fill the memory.
  if (named_lines_.size() > max_lines || pools_.tokens().size() > max_lines) give_up();
}

void VwActionLines::rename(EventTable& table) const {
  const std::vector<std::string>& names = names_.tokens();
  std::vector<std::uint32_t> pool;
  std::vector<EventTable::ActionRow> rows;
  std::string list;
  for (const auto& [event, name, of] : events_) {
    const std::string& bytes = pools_.tokens()[of];
    pool.resize(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(pool.data(), bytes.data(), bytes.size());
    std::sort(pool.begin(), pool.end(),
              [&](std::uint32_t a, std::uint32_t b) { return names[a] < names[b]; });
    rows.clear();
    list.clear();
    for (const std::uint32_t action : pool) {
      rows.push_back({names[action], named_lines_[action].row});
      add_to_list(list, names[action]);
    }
    table.rename(event, names[name], list, rows);
  }
}

std::uint32_t VwActionLines::number_of_name(const Line& line, std::size_t place) {
  if (line.text != none && name_of_[line.text] != none) return name_of_[line.text];
  const std::string& text = line.text == none ? line.copy : texts_.tokens()[line.text];
  const std::uint32_t name = names_.index(action_line_name(text));
  if (name == named_lines_.size()) named_lines_.push_back({line.row, place});
  if (line.text != none) name_of_[line.text] = name;
  return name;
}

void VwActionLines::see(const Line& line, std::size_t place) {
  ++seen_;
  const std::uint32_t name = number_of_name(line, place);
  pool_.push_back(name);
  if (names_.tokens()[name].empty()) {
    named_ = false;
    return;
  }
  moved_ |= named_lines_[name].place != place;
  if (place >= first_.size()) first_.resize(place + 1, none);
  if (first_[place] == none) first_[place] = name;
  varied_ |= first_[place] != name;
}

void VwActionLines::give_up() {
  given_up_ = true;
  names_ = pools_ = {};
  named_lines_ = {};
  events_ = {};
}

}  // namespace replaybench

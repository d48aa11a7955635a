#pragma once
// Lines of actions in Vowpal Wabbit's text: each text is read once, and lines may name their actions.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/format/event_table.hpp"
#include "suite/log/action_dictionary.hpp"

namespace replaybench {

/// Finds out if the lines of actions change their order from event to event, and if their contents then name the
/// actions.
class VwActionLines {
 public:
  void begin_event() { lines_.clear(); }
  /// Adds the next line of the event if an earlier line has its text (from the first bar on): the row of its features.
  /// Expected O(length).
  std::optional<std::uint32_t> add_known(std::string_view features);
  /// Adds the next line. `row`: of EventTable::row_of_action. Expected O(length).
  void add(std::string_view features, std::uint32_t row);
  /// The event became number `event` of the table, and its action stands on line `taken`, from 0. O(lines log lines).
  void end_event(std::size_t event, std::size_t taken);

  /// True if some line stood in two places, or some place had two lines.
  bool changes() const { return moved_ || varied_; }
  /// True if lines move, differ within each event, and come twice or more on average.
  bool names_actions() const {
    return named_ && moved_ && !given_up_ && seen_ >= 2 * named_lines_.size();
  }
  /// Names the actions of all events by their lines. Needs names_actions(). O(lines log lines).
  void rename(EventTable& table) const;

 private:
  static constexpr std::size_t max_lines = std::size_t{1} << 16;
  static constexpr std::size_t max_text_bytes = std::size_t{1} << 24;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Line {
    std::uint32_t text;  // its number, or none: it is in `copy`
    std::uint32_t row;
    std::string copy;
  };
  struct Named {
    std::uint32_t row;  // equal lines have equal features
    std::size_t place;  // where it stood first
  };
  struct Taken {
    std::size_t event;
    std::uint32_t name, pool;
  };

  std::uint32_t number_of_name(const Line& line, std::size_t place);
  void see(const Line& line, std::size_t place);
  void give_up();

  ActionDictionary texts_;              // of lines as written, whose features are read once
  std::size_t text_bytes_ = 0;          // of texts_
  std::vector<std::uint32_t> rows_;     // by number of text
  std::vector<std::uint32_t> name_of_;  // by number of text: none before an event with a label
  std::vector<Line> lines_;             // of the current event
  ActionDictionary names_, pools_;      // a pool is the bytes of its sorted numbers of names
  std::vector<Named> named_lines_;      // by number of name
  std::vector<std::uint32_t> pool_;     // of the current event
  std::vector<std::uint32_t> first_;    // by place: the name that stood there first
  std::vector<Taken> events_;
  std::size_t seen_ = 0;
  bool moved_ = false, varied_ = false, named_ = true, given_up_ = false;
};

}  // namespace replaybench

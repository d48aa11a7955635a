#pragma once
// Events of formats that name their features line by line (Vowpal Wabbit's), collected until all
// names are known, then given as the rows of a table.
//
// The table has the columns action, reward, propensity (where an event has one), pool (where one has
// it), timestamp (where one has it), and one of numbers per feature: x_NAME, in natural order of the
// names; a feature that an event does not have is 0 there. So neither the order of the events nor
// that of the features decides anything. Features of single actions are no columns: the rows give them by
// LogRows::action_features.

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/action_dictionary.hpp"
#include "suite/log/log_rows.hpp"

namespace replaybench {

struct EventFormatOptions {
  /// 0: a feature per name, at most max_event_features of them. Else that many features x_#0,
  /// x_#1, ...: a name counts in its `hash_bucket`.
  std::uint32_t buckets = 0;
};

/// Names of features beyond which a log is refused, as each is a number of every record.
inline constexpr std::size_t max_event_features = 4096;
/// The same for names of features of single actions, of which only those that are not 0 are stored.
inline constexpr std::size_t max_action_features = std::size_t{1} << 20;

class EventTable {
 public:
  EventTable(std::string name, EventFormatOptions options);

  /// The features of the event to come: a feature named twice has the sum of its values. Throws
  /// DataError when there are too many names.
  void add_feature(std::string_view feature, double value);
  /// Forgets them: the event is bad, or has no label.
  void drop_features() {
    pending_.clear();
    of_action_.clear();
  }

  /// A feature of the next action, which row_of_action ends. As add_feature.
  void add_action_feature(std::string_view feature, double value);
  /// The number of the row of these features; ActionFeatures::no_row where a sum is not finite.
  std::uint32_t row_of_action() { return action_rows_.add_row(of_action_); }
  struct ActionRow {
    std::string_view action;
    std::uint32_t row;
  };

  struct Event {
    std::size_t line = 0;
    std::string_view action;
    double reward = 0;
    double propensity = 0;       ///< absent_number() when the format has none
    std::string_view pool = {};  ///< its actions, a list of text_list.hpp; empty if none
    std::string_view timestamp = {};
    std::string_view id = {};  ///< EventId; empty if none
    std::span<const ActionRow> action_rows =
        {};             ///< of distinct actions; empty if nothing is known
    double weight = 1;  ///< LogRows::weight
  };
  /// An event whose `id` an earlier one had is a record too; how many there are becomes a warning.
  void add(const Event& event);
  /// Gives the event that was added as number `event` (from 0, bad ones too) other names and rows.
  void rename(std::size_t event, std::string_view action, std::string_view pool,
              std::span<const ActionRow> action_rows);
  /// Number of events so far, with the bad ones.
  std::size_t size() const { return events_.size(); }
  /// A line (or event) that cannot be used, and why. Drops the features.
  void add_bad(std::size_t line, std::string reason);
  /// Adds a warning, a sentence.
  void warn(std::string sentence) { warnings_.push_back(std::move(sentence)); }
  const std::string& name() const { return name_; }

  /// The table; the object is empty afterwards.
  std::unique_ptr<LogRows> rows() &&;

 private:
  friend class EventRows;
  void warn_of_repeated_events();
  std::uint32_t set_of(std::span<const ActionRow> action_rows);
  std::shared_ptr<const EventActionFeatures> action_features();
  struct Value {
    std::uint32_t feature;
    double value;
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Stored {
    std::size_t line;
    std::uint64_t first_value;
    std::uint64_t timestamp;  // where its text begins
    double reward;
    double propensity;
    double weight;
    std::uint32_t action;  // none: the event is bad
    std::uint32_t pool;    // or none
    std::uint32_t timestamp_length;
    std::uint32_t action_set;
  };

  std::string name_;
  EventFormatOptions options_;
  ActionDictionary actions_, pools_, features_, action_feature_names_;
  ActionFeaturesBuilder action_rows_;
  std::vector<ActionFeaturesBuilder::Value> of_action_;  // the features of the next action
  std::vector<ActionFeatures::Member> members_;
  std::vector<Stored> events_;
  std::vector<Value> values_, pending_;
  std::string timestamps_;
  std::map<std::size_t, std::string> reasons_;  // of the first bad events, by place in events_
  std::vector<std::string> warnings_;
  // text_fingerprint of the id by place in events_, 0 means it has none; ends with the last id.
  std::vector<std::uint64_t> ids_;
};

}  // namespace replaybench

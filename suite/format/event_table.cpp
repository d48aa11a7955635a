#include "suite/format/event_table.hpp"

#include <algorithm>
#include <numeric>

#include "suite/format/repeated_texts.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/log/action_numbering.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/feature_hash.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

constexpr std::size_t max_reasons = 1000;

}  // namespace

EventTable::EventTable(std::string name, EventFormatOptions options)
    : name_(std::move(name)), options_(options) {}

void EventTable::add_feature(std::string_view feature, double value) {
  if (options_.buckets > 0) {
    pending_.push_back({hash_bucket(feature, options_.buckets), value});
    return;
  }
  const std::uint32_t number = features_.index(feature);
  if (number == max_event_features) {
    throw DataError(name_ + ": more than " + std::to_string(max_event_features) +
                    " names of features (" + quoted_text(feature) +
                    " is one more): each would be a number of every record; hash them, with " +
                    option("feature_buckets", "256") + ", say");
  }
  pending_.push_back({number, value});
}

void EventTable::add_action_feature(std::string_view feature, double value) {
  if (options_.buckets > 0) {
    of_action_.push_back({hash_bucket(feature, options_.buckets), value});
    return;
  }
  const std::uint32_t number = action_feature_names_.index(feature);
  if (number == max_action_features) {
    throw DataError(name_ + ": more than " + std::to_string(max_action_features) +
                    " names of features of actions (" + quoted_text(feature) +
                    " is one more); hash them, with " + option("feature_buckets", "256") + ", say");
  }
  of_action_.push_back({number, value});
}

std::uint32_t EventTable::set_of(std::span<const ActionRow> action_rows) {
  members_.clear();
  for (const auto& [action, row] : action_rows) members_.push_back({actions_.index(action), row});
  return action_rows_.add_set(members_);
}

void EventTable::add(const Event& event) {
  Stored stored{};
  stored.line = event.line;
  stored.first_value = values_.size();
  stored.timestamp = timestamps_.size();
  stored.timestamp_length = static_cast<std::uint32_t>(event.timestamp.size());
  stored.reward = event.reward;
  stored.propensity = event.propensity;
  stored.weight = event.weight;
  stored.action = actions_.index(event.action);
  stored.pool = event.pool.empty() ? none : pools_.index(event.pool);
  stored.action_set = set_of(event.action_rows);
  timestamps_ += event.timestamp;
  values_.insert(values_.end(), pending_.begin(), pending_.end());
  drop_features();
  if (!event.id.empty()) {
    ids_.resize(events_.size());
    ids_.push_back(text_fingerprint(event.id));
  }
  events_.push_back(stored);
}

void EventTable::rename(std::size_t event, std::string_view action, std::string_view pool,
                        std::span<const ActionRow> action_rows) {
  events_[event].action = actions_.index(action);
  events_[event].pool = pools_.index(pool);
  events_[event].action_set = set_of(action_rows);
}

void EventTable::add_bad(std::size_t line, std::string reason) {
  drop_features();
  Stored stored{};
  stored.line = line;
  stored.first_value = values_.size();
  stored.action = stored.pool = none;
  if (reasons_.size() < max_reasons) reasons_.emplace(events_.size(), std::move(reason));
  events_.push_back(stored);
}

void EventTable::warn_of_repeated_events() {
  const RepeatedTexts repeated = find_repeated(ids_);
  if (repeated.count > 0) {
    warn(std::to_string(repeated.count) + (repeated.count == 1 ? " event has" : " events have") +
         " the EventId of an earlier one (line " + std::to_string(events_[repeated.first].line) +
         " that of line " + std::to_string(events_[repeated.earlier].line) +
         (repeated.count == 1 ? ")" : ", and so on)") +
         ": each counts as a record of its own, and intervals are too narrow; keep one line per "
         "EventId");
  }
  ids_ = {};
}

class EventRows final : public TableRows {
 public:
  struct Layout {
    std::vector<std::string> columns;
    std::vector<char> numeric;
    std::size_t propensity = 0, pool = 0, timestamp = 0;  // 0: there is none
    std::size_t first_feature = 0;
    std::vector<std::size_t> column_of;  // by number of feature
  };

  EventRows(EventTable table, Layout layout)
      : TableRows(table.name_, layout.columns, layout.numeric),
        table_(std::move(table)),
        action_features_(table_.action_features()),
        layout_(std::move(layout)),
        sums_(layout_.columns.size() - layout_.first_feature) {}

  bool is_of_events() const override { return true; }
  bool is_list(std::size_t column) const override { return column > 0 && column == layout_.pool; }
  bool next() override {
    if (at_ == table_.events_.size()) return false;
    const EventTable::Stored& event = table_.events_[at_];
    const std::uint64_t end = at_ + 1 < table_.events_.size() ? table_.events_[at_ + 1].first_value
                                                              : table_.values_.size();
    line_ = event.line;
    bad_ = event.action == EventTable::none;
    if (bad_) {
      const auto reason = table_.reasons_.find(at_);
      problem_ = reason == table_.reasons_.end() ? "is as bad as others" : reason->second;
    } else {
      set_row(event, end);
    }
    ++at_;
    return true;
  }
  double size_ratio() const override {
    return at_ == 0 ? 0 : static_cast<double>(table_.events_.size()) / static_cast<double>(at_);
  }
  std::vector<std::string> warnings() const override { return table_.warnings_; }
  std::shared_ptr<const EventActionFeatures> action_features() const override {
    return action_features_;
  }
  std::uint32_t action_set() const override { return table_.events_[at_ - 1].action_set; }
  double weight() const override { return table_.events_[at_ - 1].weight; }

 private:
  void set_row(const EventTable::Stored& event, std::uint64_t end) {
    set_text(0, table_.actions_.tokens()[event.action]);
    set_number(1, event.reward);
    if (layout_.propensity > 0) set_number(layout_.propensity, event.propensity);
    if (layout_.pool > 0) {
      set_text(layout_.pool, event.pool == EventTable::none
                                 ? std::string_view{}
                                 : std::string_view(table_.pools_.tokens()[event.pool]));
    }
    if (layout_.timestamp > 0) {
      set_text(
          layout_.timestamp,
          std::string_view(table_.timestamps_).substr(event.timestamp, event.timestamp_length));
    }
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (std::uint64_t i = event.first_value; i < end; ++i) {
      const auto& [feature, value] = table_.values_[i];
      sums_[layout_.column_of[feature] - layout_.first_feature] += value;
    }
    for (std::size_t i = 0; i < sums_.size(); ++i) set_number(layout_.first_feature + i, sums_[i]);
  }

  EventTable table_;
  std::shared_ptr<const EventActionFeatures> action_features_;
  Layout layout_;
  std::vector<double> sums_;
  std::size_t at_ = 0;
};

// Null if no action has a feature.
std::shared_ptr<const EventActionFeatures> EventTable::action_features() {
  if (action_feature_names_.tokens().empty() &&
      (options_.buckets == 0 || !action_rows_.has_values())) {
    return nullptr;
  }
  auto result = std::make_shared<EventActionFeatures>();
  result->actions = actions_.tokens();
  std::vector<std::string> names = action_feature_names_.tokens();
  for (std::uint32_t i = 0; i < options_.buckets; ++i) names.push_back("#" + std::to_string(i));
  result->features = std::move(action_rows_).build(std::move(names));
  return result;
}

std::unique_ptr<LogRows> EventTable::rows() && {
  pending_.clear();
  warn_of_repeated_events();
  EventRows::Layout layout;
  const auto column = [&](std::string name, bool numeric) {
    layout.columns.push_back(std::move(name));
    layout.numeric.push_back(numeric);
    return layout.columns.size() - 1;
  };
  const auto any = [&](const auto& holds) {
    return std::any_of(events_.begin(), events_.end(),
                       [&](const Stored& event) { return event.action != none && holds(event); });
  };
  column("action", false);
  column("reward", true);
  if (any([](const Stored& e) {
        return std::bit_cast<std::uint64_t>(e.propensity) != absent_bits;
      })) {
    layout.propensity = column("propensity", true);
  }
  if (any([](const Stored& e) { return e.pool != none; })) layout.pool = column("pool", false);
  if (any([](const Stored& e) { return e.timestamp_length > 0; })) {
    layout.timestamp = column("timestamp", false);
  }
  layout.first_feature = layout.columns.size();
  std::vector<std::string> names = features_.tokens();
  if (options_.buckets > 0) {
    names.clear();
    for (std::uint32_t i = 0; i < options_.buckets; ++i) names.push_back("#" + std::to_string(i));
  }
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return natural_less(names[a], names[b]); });
  layout.column_of.resize(names.size());
  for (const std::size_t i : order) layout.column_of[i] = column("x_" + names[i], true);
  return std::make_unique<EventRows>(std::move(*this), std::move(layout));
}

}  // namespace replaybench

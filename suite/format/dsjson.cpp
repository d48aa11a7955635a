#include "suite/format/dsjson.hpp"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <limits>

#include "suite/format/json_parser.hpp"
#include "suite/format/table_rows.hpp"
#include "suite/log/text_list.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/printable_text.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/text_lines.hpp"

namespace replaybench {

namespace {

namespace dom = simdjson::dom;

bool is_nested(const dom::element& element) { return element.is_object() || element.is_array(); }

// True if an object inside a nested element has a key twice; the depth is the parser's. `keys` is a stack: the keys so
// far of each object around the element.
bool has_key_twice(const dom::element& nested, std::vector<std::string_view>& keys) {
  if (dom::array array; nested.get(array) == simdjson::SUCCESS) {
    for (const dom::element member : array) {
      if (is_nested(member) && has_key_twice(member, keys)) return true;
    }
    return false;
  }
  constexpr std::size_t few = 64;  // more keys are sorted
  std::uint64_t seen = 0;          // a bit per kind of key: hardly any two are of one kind
  const std::size_t first = keys.size();
  const auto own = [&] { return keys.begin() + static_cast<std::ptrdiff_t>(first); };
  for (const auto [key, value] : dom::object(nested)) {
    const std::size_t ends = key.empty() ? 0u
                                         : 5u * static_cast<unsigned char>(key[0]) +
                                               static_cast<unsigned char>(key.back());
    const std::uint64_t kind = std::uint64_t{1} << (key.size() + ends) % 64;
    if ((seen & kind) != 0 && keys.size() - first < few &&
        std::find(own(), keys.end(), key) != keys.end()) {
      return true;
    }
    seen |= kind;
    keys.push_back(key);
    if (is_nested(value) && has_key_twice(value, keys)) return true;
  }
  if (keys.size() - first > few) {
    std::sort(own(), keys.end());
    if (std::adjacent_find(own(), keys.end()) != keys.end()) return true;
  }
  keys.resize(first);
  return false;
}

// A number that the formats write also as a text: "NaN".
bool number_of(const dom::element& element, double& value) {
  return element.get(value) == simdjson::SUCCESS && std::isfinite(value);
}

// The names of actions that are numbered.
class NumberNames {
 public:
  /// "12"; valid as long as the object. Amortised O(1).
  const std::string& of(std::size_t number) {
    while (names_.size() <= number) names_.push_back(std::to_string(names_.size()));
    return names_[number];
  }

 private:
  std::deque<std::string> names_;
};

// Top level of an event.
struct JsonEvent {
  bool labelled = false, skipped = false, outcomes = false;
  double cost = 0, probability = absent_number(), dropped = 0;
  std::uint64_t action = 0;  // from 1; 0 means not said
  std::vector<std::uint64_t> actions = {};
  std::vector<double> probabilities = {};
  std::string_view timestamp = {}, id = {};
  dom::object context = {};
  bool has_context = false;
  std::string_view beside = {};  // a key of features at the top level
  std::string problem = {};
};

class DsjsonReading {
 public:
  DsjsonReading(std::unique_ptr<TextSource> source, EventFormatOptions options)
      : table_(source->name(), options), parser_(source->name(), max_json_depth) {
    lines_.open(std::move(source));
  }

  std::unique_ptr<LogRows> read() && {
    for (;;) {
      const auto found = lines_.next();
      if (found == TextLines::Found::end) break;
      ++line_;
      std::string_view line = lines_.line();
      if (line_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
      if (found == TextLines::Found::too_long) {
        refuse("column " + std::to_string(TextLines::longest_line) +
               ": the line has more than 1 MiB");
      } else if (line.find_first_not_of(" \t") != line.npos) {
        take(line);
      }
    }
    if (events_ == 0) {
      throw DataError(table_.name() + ": the file has no event with a label (_label_cost)" +
                      (dangling_ > 0 ? "; " + std::to_string(dangling_) + " are dangling" : ""));
    }
    report();
    return std::move(table_).rows();
  }

 private:
  void take(std::string_view line) {
    dom::element root;
    if (std::string problem = parser_.parse(line, root); !problem.empty()) {
      refuse(std::move(problem));
      return;
    }
    dom::object object;
    if (root.get(object) != simdjson::SUCCESS) {
      refuse("column 1: the line is no JSON object");
      return;
    }
    keys_.clear();
    if (has_key_twice(root, keys_)) {
      refuse(parser_.problem(line, "an object has a key twice"));
      return;
    }
    JsonEvent& event = event_;
    event.actions.clear();
    event.probabilities.clear();
    event = {.actions = std::move(event.actions),
             .probabilities = std::move(event.probabilities)};  // their memory is kept
    if (!read_top(object, event)) {
      refuse(event.problem);
      return;
    }
    if (event.dropped > 0) {
      ++thinned_;
      min_drop_ = std::min(min_drop_, event.dropped);
      max_drop_ = std::max(max_drop_, event.dropped);
    }
    if (event.skipped) {
      ++skipped_;
    } else if (event.outcomes) {
      refuse("\"_outcomes\": events with several labels (slates) are not read");
    } else if (!event.labelled) {
      ++dangling_;
    } else {
      add(event);
    }
  }

  static bool read_top(const dom::object& object, JsonEvent& event) {
    std::uint64_t action = 0, index = 0;
    bool has_index = false;
    for (const auto [key, value] : object) {
      bool good = true;
      if (key == "_label_cost") {
        event.labelled = true;
        good = number_of(value, event.cost);
      } else if (key == "_label_probability") {
        good = number_of(value, event.probability);
      } else if (key == "_label_Action") {
        good = value.get(action) == simdjson::SUCCESS && action > 0;
      } else if (key == "_labelIndex") {
        has_index = true;
        good = value.get(index) == simdjson::SUCCESS &&
               index < std::numeric_limits<std::uint32_t>::max();
      } else if (key == "_skipLearn") {
        good = value.get(event.skipped) == simdjson::SUCCESS;
      } else if (key == "_label_ca") {
        event.problem = "\"_label_ca\": labels of continuous actions are not read here";
        return false;
      } else if (key == "_outcomes") {
        event.outcomes = true;
      } else if (key == "pdrop") {
        good = number_of(value, event.dropped) && event.dropped >= 0 && event.dropped < 1;
      } else if (key == "a") {
        good = read_actions(value, event.actions);
      } else if (key == "p") {
        good = read_probabilities(value, event.probabilities);
      } else if (key == "Timestamp") {
        good = value.get(event.timestamp) == simdjson::SUCCESS;
      } else if (key == "EventId") {
        // Another type says nothing: the label does not need it.
        if (value.get(event.id) != simdjson::SUCCESS) event.id = {};
      } else if (key == "c") {
        event.has_context = good = value.get(event.context) == simdjson::SUCCESS;
      }
      if (!good) {
        event.problem = quoted_text(key) + " is " + shown(value) + "; expected " + expected_of(key);
        return false;
      }
      if (key == "_multi" || (!key.starts_with('_') && value.is_object())) event.beside = key;
    }
    if (!event.has_context && event.labelled && !event.beside.empty()) {
      event.problem = "there is no \"c\", and " + quoted_text(event.beside) +
                      " stands beside the label: Vowpal Wabbit's JSON, of its option json, is not "
                      "read; write features and _multi into c, as dsjson has them";
      return false;
    }
    if (has_index && action > 0 && action != index + 1) {
      event.problem = "_label_Action is " + std::to_string(action) + ", but _labelIndex is " +
                      std::to_string(index);
      return false;
    }
    event.action = action > 0 ? action : has_index ? index + 1 : 0;
    return true;
  }
  static std::string shown(const dom::element& value) {
    if (std::string_view text; value.get(text) == simdjson::SUCCESS) {
      return "the text " + quoted_text(text);
    }
    return printable_text(std::string(simdjson::minify(value)).substr(0, 80));
  }
  // The values that a key of an event can have.
  static std::string expected_of(std::string_view key) {
    if (key == "a") return "a list of actions, which are numbered from 1";
    if (key == "_label_Action") return "an action: they are numbered from 1";
    if (key == "_labelIndex") return "the action's index, from 0";
    if (key == "p") return "a list of numbers";
    if (key == "pdrop") return "a number from 0 to below 1";
    if (key == "_skipLearn") return "true or false";
    if (key == "Timestamp") return "a text";
    return key == "c" ? "an object" : "a number";
  }
  static bool read_actions(const dom::element& value, std::vector<std::uint64_t>& actions) {
    dom::array array;
    if (value.get(array) != simdjson::SUCCESS) return false;
    for (const auto member : array) {
      std::uint64_t action = 0;
      if (member.get(action) != simdjson::SUCCESS || action == 0) return false;
      actions.push_back(action);
    }
    return true;
  }
  static bool read_probabilities(const dom::element& value, std::vector<double>& probabilities) {
    dom::array array;
    if (value.get(array) != simdjson::SUCCESS) return false;
    for (const auto member : array) {
      double probability = 0;
      if (!number_of(member, probability)) return false;
      probabilities.push_back(probability);
    }
    return true;
  }

  void add(JsonEvent& event) {
    const auto& actions = event.actions;
    if (event.action == 0 && !actions.empty()) event.action = actions[0];
    if (event.action == 0) {
      refuse("the event has neither _label_Action nor _labelIndex nor a");
      return;
    }
    const auto place = std::find(actions.begin(), actions.end(), event.action);
    if (!actions.empty() && place == actions.end()) {
      refuse("action " + std::to_string(event.action) + " is not in a");
      return;
    }
    if (!actions.empty() && place != actions.begin()) {
      refuse("the label is of action " + std::to_string(event.action) + ", but a begins with " +
             std::to_string(actions[0]));
      return;
    }
    if (!event.probabilities.empty() && event.probabilities.size() != actions.size()) {
      refuse("p has " + std::to_string(event.probabilities.size()) +
             (actions.empty() ? " entries, but there is no a, the actions that they are of"
                              : " entries, but a has " + std::to_string(actions.size())));
      return;
    }
    check_probability(event);
    if (event.has_context && !read_context(event)) return;
    if (!name_actions(event)) return;
    ++events_;
    table_.add({line_, token_, event.cost == 0 ? 0 : -event.cost, event.probability, pool_,
                event.timestamp, event.id, action_rows_, 1 / (1 - event.dropped)});
  }

  // The two may differ by the rounding to single precision, not by more.
  void check_probability(JsonEvent& event) {
    if (event.probabilities.empty()) return;
    if (std::bit_cast<std::uint64_t>(event.probability) == absent_bits) {
      event.probability = event.probabilities[0];
    } else if (std::abs(event.probability - event.probabilities[0]) > 1e-5) {
      ++contradicted_;
    }
  }

  bool read_context(const JsonEvent& event) {
    tags_.clear();
    rows_.clear();
    bool tagged = true;
    for (const auto [key, value] : event.context) {
      if (key == "_multi") {
        dom::array array;
        if (value.get(array) != simdjson::SUCCESS) return refuse("c._multi is no array");
        for (const auto member : array) {
          dom::object object;
          if (member.get(object) != simdjson::SUCCESS) return refuse("c._multi: no object");
          std::string_view tag;
          tagged = object.at_key("_tag").get(tag) == simdjson::SUCCESS && !tag.empty() && tagged;
          tags_.push_back(tag);
          if (!read_action(object)) return false;
        }
      } else if (!key.starts_with('_')) {
        path_.assign(key);
        read_features(value, Owner::context);
      }
    }
    multi_ = tags_.size();
    if (!tagged) tags_.clear();
    return true;
  }

  bool read_action(const dom::object& object) {
    for (const auto [key, value] : object) {
      if (key.starts_with('_')) continue;
      path_.assign(key);
      read_features(value, Owner::action);
    }
    rows_.push_back(table_.row_of_action());
    return rows_.back() != ActionFeatures::no_row ||
           refuse("c._multi: the sum of a feature's values is not finite");
  }

  enum class Owner { context, action };
  void add_feature(Owner owner, double value) {
    owner == Owner::context ? table_.add_feature(path_, value)
                            : table_.add_action_feature(path_, value);
  }

  // The features at path_.
  void read_features(const dom::element& value, Owner owner) {
    const std::size_t length = path_.size();
    switch (value.type()) {
      case dom::element_type::OBJECT:
        for (const auto [key, inner] : dom::object(value)) {
          if (key.starts_with('_')) continue;
          path_.append("^").append(key);
          read_features(inner, owner);
          path_.resize(length);
        }
        break;
      case dom::element_type::ARRAY: {
        std::size_t i = 0;
        for (const dom::element inner : dom::array(value)) {
          if (!inner.is_object()) path_.append("[").append(std::to_string(i)).append("]");
          read_features(inner, owner);
          path_.resize(length);
          ++i;
        }
        break;
      }
      case dom::element_type::STRING:
        path_.append("=").append(value.get_string().value_unsafe());
        add_feature(owner, 1);
        path_.resize(length);
        break;
      case dom::element_type::BOOL:
        if (value.get_bool().value_unsafe()) add_feature(owner, 1);
        break;
      case dom::element_type::NULL_VALUE:
        break;
      default:
        add_feature(owner, value.get_double().value_unsafe());
    }
  }

  // The action's name and its pool.
  bool name_actions(JsonEvent& event) {
    const auto too_large = [&](std::uint64_t action) {
      return event.has_context && multi_ > 0 && action > multi_;
    };
    if (too_large(event.action) ||
        std::any_of(event.actions.begin(), event.actions.end(), too_large)) {
      return refuse("an action of a is above the " + std::to_string(multi_) + " of c._multi");
    }
    const bool tagged = event.has_context && !tags_.empty();
    untagged_ += !tagged;
    const auto name = [&](std::uint64_t action, std::string& to) {
      tagged ? to.assign(tags_[action - 1]) : to = std::to_string(action);
    };
    sorted_.assign(event.actions.begin(), event.actions.end());
    std::sort(sorted_.begin(), sorted_.end());
    const auto twice = std::adjacent_find(sorted_.begin(), sorted_.end());
    if (twice != sorted_.end()) return refuse("a has \"" + std::to_string(*twice) + "\" twice");
    name(event.action, token_);
    pool_.clear();
    names_.resize(sorted_.size());
    for (std::size_t i = 0; i < sorted_.size(); ++i) name(sorted_[i], names_[i]);
    if (tagged && !merge_copies(event)) return false;
    for (const std::string& each : names_) add_to_list(pool_, each);
    name_rows(event.has_context, tagged);
    return true;
  }

  // The rows of the event's actions by their names; of several with one name the first one's.
  void name_rows(bool has_context, bool tagged) {
    action_rows_.clear();
    if (!has_context || multi_ == 0) return;
    const bool all = sorted_.empty();  // without a, c._multi has the actions
    for (std::size_t i = 0; i < (all ? multi_ : sorted_.size()); ++i) {
      const std::size_t place = all ? i : sorted_[i] - 1;
      const std::string_view name =
          tagged ? std::string_view(tags_[place]) : std::string_view(number_names_.of(place + 1));
      action_rows_.push_back({name, rows_[place]});
    }
    const auto by_name = [](const auto& a, const auto& b) { return a.action < b.action; };
    if (!std::is_sorted(action_rows_.begin(), action_rows_.end(), by_name)) {
      std::stable_sort(action_rows_.begin(), action_rows_.end(), by_name);
    }
    const auto end = std::unique(action_rows_.begin(), action_rows_.end(),
                                 [](const auto& a, const auto& b) { return a.action == b.action; });
    action_rows_.erase(end, action_rows_.end());
  }

  // Actions of one _tag are one action, which was taken with the sum of their probabilities.
  bool merge_copies(JsonEvent& event) {
    std::sort(names_.begin(), names_.end());
    const auto end = std::unique(names_.begin(), names_.end());
    if (end == names_.end()) return true;
    names_.erase(end, names_.end());
    for (std::size_t i = 0; i < event.actions.size(); ++i) {
      if (event.actions[i] == event.action || tags_[event.actions[i] - 1] != token_) continue;
      if (event.probabilities.empty()) {
        return refuse("the _tag " + quoted_text(token_) +
                      " comes twice, and p, whose entries would be added, is missing");
      }
      event.probability += event.probabilities[i];
    }
    ++merged_;
    return true;
  }

  bool refuse(std::string reason) {
    ++events_;
    table_.add_bad(line_, std::move(reason));
    return false;
  }

  void report() {
    const auto warn = [&](std::size_t count, const std::string& what) {
      if (count > 0)
        table_.warn(std::to_string(count) + (count == 1 ? " event " : " events ") + what);
    };
    warn(dangling_, "without a label (dangling) left out");
    warn(skipped_, "with _skipLearn left out");
    warn(thinned_, "with pdrop above 0 (" + text_of_number(min_drop_) + " to " +
                       text_of_number(max_drop_) +
                       "): others were dropped before the log; each event counts 1/(1 - pdrop) "
                       "times");
    warn(contradicted_,
         "whose _label_probability is not the action's entry of p; the former is used");
    warn(untagged_,
         "whose actions have no _tag: their positions name them, which is right only if "
         "an action keeps its position");
    warn(merged_,
         "with a _tag that comes twice: its copies are one action, with the sum of their "
         "probabilities");
  }

  EventTable table_;
  TextLines lines_;
  JsonParser parser_;
  JsonEvent event_;
  std::vector<std::string_view> keys_, tags_;
  std::vector<std::uint64_t> sorted_;
  std::vector<std::string> names_;
  std::string path_, token_, pool_;
  std::size_t multi_ = 0;
  std::size_t line_ = 0, events_ = 0, dangling_ = 0, skipped_ = 0, thinned_ = 0;
  std::size_t contradicted_ = 0, untagged_ = 0, merged_ = 0;
  std::vector<std::uint32_t> rows_;  // of the actions in c._multi
  std::vector<EventTable::ActionRow> action_rows_;
  NumberNames number_names_;
  double min_drop_ = 1, max_drop_ = 0;
};

}  // namespace

std::unique_ptr<LogRows> dsjson_rows(std::unique_ptr<TextSource> source,
                                     EventFormatOptions options) {
  return DsjsonReading(std::move(source), options).read();
}

}  // namespace replaybench

#include "suite/format/vw_text.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "suite/format/table_rows.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/text_lines.hpp"

namespace replaybench {

namespace {

constexpr std::string_view blanks = " \t";

// The next word, taken off the front; empty when there is none.
std::string_view take_word(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

bool is_number(std::string_view text, double& value) {
  return parse_field_number(text, value) && std::isfinite(value);
}

struct VwLabel {
  std::string_view action;
  double cost = 0;
  double probability = 0;
};

class VwReading {
 public:
  VwReading(std::unique_ptr<TextSource> source, EventFormatOptions options)
      : table_(source->name(), options) {
    lines_.open(std::move(source));
  }

  std::unique_ptr<LogRows> read() && {
    for (;;) {
      const auto found = lines_.next();
      if (found == TextLines::Found::end) break;
      ++line_;
      if (found == TextLines::Found::too_long) {
        refuse("the line has more than 1 MiB");
      } else {
        take(lines_.line());
      }
    }
    end_event();
    if (events_ == 0) throw DataError(table_.name() + ": the file has no event with a label");
    report();
    return std::move(table_).rows();
  }

 private:
  void take(std::string_view line) {
    if (line_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
    if (line.find_first_not_of(blanks) == line.npos) {
      end_event();
      return;
    }
    const std::size_t bar = line.find('|');
    if (bar == line.npos) {
      refuse("the line has no |: " + quoted_text(line));
      return;
    }
    std::string_view before = line.substr(0, bar);
    const std::string_view features = line.substr(bar);
    std::string_view rest = before;
    if (take_word(rest) == "shared") {
      begin_event(features);
    } else if (inside_) {
      take_action(before, features);
    } else {
      take_single(before, features);
    }
  }

  // A line that is an event of its own.
  void take_single(std::string_view before, std::string_view features) {
    std::optional<VwLabel> label;
    if (!read_label(before, label)) return;
    if (!label) {
      ++unlabelled_;
      return;
    }
    if (!label_is_action(label->action)) {
      refuse("the action " + quoted_text(label->action) + " is not a whole number from 1");
      return;
    }
    if (!read_features(features)) return;
    ++events_;
    table_.add({line_, label->action, reward_of(*label), label->probability, {}, {}});
  }

  void begin_event(std::string_view features) {
    end_event();
    inside_ = true;
    event_line_ = line_;
    actions_ = 0;
    taken_ = 0;
    bad_ = false;
    if (!read_features(features)) bad_ = true;
  }
  void take_action(std::string_view before, std::string_view features) {
    ++actions_;
    std::optional<VwLabel> label;
    if (!bad_ && !read_label(before, label)) bad_ = true;
    if (bad_) return;
    if (features.find_first_not_of("| \t") != features.npos) ++action_features_;
    if (!label) return;
    if (taken_ > 0) {
      refuse("the event has a second label");
      bad_ = true;
      return;
    }
    taken_ = actions_;
    label_ = *label;
  }
  void end_event() {
    if (!inside_) return;
    inside_ = false;
    if (bad_) return;
    if (taken_ == 0) {
      ++unlabelled_;
      table_.drop_features();
      return;
    }
    ++events_;
    if (pool_size_ != actions_) {
      pool_.clear();
      for (std::size_t i = 1; i <= actions_; ++i) {
        if (i > 1) pool_ += ' ';
        pool_ += std::to_string(i);
      }
      pool_size_ = actions_;
    }
    const std::string action = std::to_string(taken_);
    table_.add({event_line_, action, reward_of(label_), label_.probability, pool_, {}});
  }

  static double reward_of(const VwLabel& label) { return label.cost == 0 ? 0 : -label.cost; }
  static bool label_is_action(std::string_view text) {
    return !text.empty() && text.size() <= 9 && text[0] != '0' &&
           text.find_first_not_of("0123456789") == text.npos;
  }

  // What stands before the first bar: a label, a tag, both or nothing.
  bool read_label(std::string_view before, std::optional<VwLabel>& label) {
    const bool tag_at_end = !before.empty() && blanks.find(before.back()) == blanks.npos;
    for (std::string_view word = take_word(before); !word.empty(); word = take_word(before)) {
      const bool last = before.find_first_not_of(blanks) == before.npos;
      if (word[0] == '\'' || (last && tag_at_end && word.find(':') == word.npos))
        continue;  // a tag
      if (label) return refuse("a second label or a weight, " + quoted_text(word));
      label.emplace();
      if (!parse_label(word, *label)) return false;
    }
    return true;
  }
  bool parse_label(std::string_view word, VwLabel& label) {
    const std::size_t first = word.find(':');
    if (first == word.npos) {
      return refuse("the label " + quoted_text(word) + " is not action:cost:probability");
    }
    label.action = word.substr(0, first);
    std::string_view cost = word.substr(first + 1);
    label.probability = absent_number();
    if (const std::size_t second = cost.find(':'); second != cost.npos) {
      const std::string_view probability = cost.substr(second + 1);
      cost = cost.substr(0, second);
      if (!is_number(probability, label.probability)) {
        return refuse("the probability " + quoted_text(probability) + " " +
                      number_problem(probability));
      }
    }
    if (!is_number(cost, label.cost)) {
      return refuse("the cost " + quoted_text(cost) + " " + number_problem(cost));
    }
    return true;
  }

  // `text` begins with a bar.
  bool read_features(std::string_view text) {
    while (!text.empty()) {
      text.remove_prefix(1);
      const std::size_t end = std::min(text.find('|'), text.size());
      if (!read_namespace(text.substr(0, end))) return false;
      text.remove_prefix(end);
    }
    return true;
  }
  bool read_namespace(std::string_view text) {
    double weight = 1;
    key_.clear();
    if (!text.empty() && blanks.find(text[0]) == blanks.npos) {
      std::string_view name = take_word(text);
      if (!split_value(name, weight)) return false;
      key_.assign(name).append("^");
    }
    const std::size_t prefix = key_.size();
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
      double value = 1;
      if (!split_value(word, value)) return false;
      key_.resize(prefix);
      key_.append(word);
      if (!std::isfinite(weight * value)) {
        return refuse("the feature " + quoted_text(key_) + " is not finite");
      }
      table_.add_feature(key_, weight * value);
    }
    return true;
  }
  // "name:2.5" into its name and value; a name alone has the value that is there.
  bool split_value(std::string_view& word, double& value) {
    const std::size_t colon = word.find(':');
    if (colon == word.npos) return true;
    const std::string_view number = word.substr(colon + 1);
    if (!is_number(number, value)) {
      return refuse("the value of " + quoted_text(word) + " " + number_problem(number));
    }
    word = word.substr(0, colon);
    return true;
  }

  // An event of several lines is one bad row, however many of them are bad.
  bool refuse(std::string reason) {
    if (inside_ && bad_) return false;
    ++events_;
    table_.add_bad(line_, std::move(reason));
    if (inside_) bad_ = true;
    return false;
  }

  void report() {
    if (unlabelled_ > 0) {
      table_.warn(
          std::to_string(unlabelled_) +
          (unlabelled_ == 1 ? " event without a label was" : " events without a label were") +
          " left out");
    }
    if (action_features_ > 0) {
      table_.warn("features of single actions, on " + std::to_string(action_features_) +
                  " lines, are not read: the context is the shared line's");
    }
  }

  EventTable table_;
  TextLines lines_;
  std::string key_, pool_;
  std::size_t line_ = 0, event_line_ = 0, events_ = 0;
  std::size_t actions_ = 0, taken_ = 0, pool_size_ = 0;
  std::size_t unlabelled_ = 0, action_features_ = 0;
  VwLabel label_;  // its action is not used: the line's number counts
  bool inside_ = false, bad_ = false;
};

}  // namespace

std::unique_ptr<LogRows> vw_text_rows(std::unique_ptr<TextSource> source,
                                      EventFormatOptions options) {
  return VwReading(std::move(source), options).read();
}

}  // namespace replaybench

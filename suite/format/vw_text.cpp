#include "suite/format/vw_text.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "suite/format/table_rows.hpp"
#include "suite/format/vw_action_lines.hpp"
#include "suite/format/vw_words.hpp"
#include "suite/log/text_list.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/text_lines.hpp"

namespace replaybench {

namespace {

using vw::is_blank;
using vw::is_empty;
using vw::take_word;

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
        decide(Form::lines);
        refuse("the line has more than 1 MiB");
        continue;
      }
      std::string_view line = lines_.line();
      if (line_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
      refuse_other_labels(line);
      if (form_ == Form::unknown) {
        wait(line);
      } else {
        take(line);
      }
    }
    decide(Form::lines);
    end_event();
    if (events_ == 0) throw DataError(table_.name() + ": the file has no event with a label");
    if (action_lines_.names_actions()) action_lines_.rename(table_);
    report();
    return std::move(table_).rows();
  }

 private:
  // A line per event, or several.
  enum class Form { unknown, lines, groups };

  void refuse_other_labels(std::string_view line) const {
    std::string_view rest = line.substr(0, line.find('|'));
    if (rest.size() == line.size()) return;
    const std::string_view kind = take_word(rest);
    if (label_is_action(kind) && std::ranges::count(take_word(rest), ':') == 2) {
      throw DataError(
          table_.name() + ":" + std::to_string(line_) +
          ": this is Vowpal Wabbit's text of its option eval (the evaluated policy's "
          "action stands before the label), which is not read; write a table (CSV) with "
          "the columns action, reward, propensity and the policy's probability of the "
          "logged action");
    }
    const char* what = kind == "ca"       ? "continuous actions"
                       : kind == "ccb"    ? "several slots (conditional contextual bandits)"
                       : kind == "slates" ? "slates"
                                          : nullptr;
    if (what == nullptr || rest.empty()) return;
    throw DataError(table_.name() + ":" + std::to_string(line_) +
                    ": this is Vowpal Wabbit's text of " + what + " (" + quoted_text(kind) +
                    "), which is not read; write a table (CSV) of its kind of log");
  }

  // Without a shared line, the form shows in lines that stand together: of an event at most one is
  // labelled, and an empty line ends it.
  void wait(std::string_view line) {
    const bool empty = is_empty(line);
    std::string_view rest = line.substr(0, line.find('|'));
    if (take_word(rest) == "shared") return decide(Form::groups), take(line);
    if (waiting_.empty()) first_waiting_ = line_;
    waiting_.emplace_back(line);
    waiting_bytes_ += line.size();
    if (empty) {
      if (group_ > 1 && group_labels_ == 1) return decide(Form::groups);
      group_ = group_labels_ = 0;
    } else {
      ++group_;
      group_labels_ += line.substr(0, line.find('|')).find(':') != line.npos;
      if (group_labels_ > 1) return decide(Form::lines);
    }
    if (waiting_bytes_ > longest_wait) decide(Form::lines);
  }
  void decide(Form form) {
    if (form_ != Form::unknown) return;
    form_ = form;
    const std::size_t here = line_;
    line_ = first_waiting_;
    for (const std::string& line : waiting_) {
      take(line);
      ++line_;
    }
    line_ = here;
    waiting_ = {};
  }

  void take(std::string_view line) {
    if (is_empty(line)) {
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
      if (form_ == Form::lines) {
        refuse("a shared line, but the lines before are an event each");
      } else {
        begin_event(features);
      }
    } else if (form_ == Form::groups) {
      if (!inside_) begin_event({});
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
    if (!read_features(features, Owner::context)) return;
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
    action_lines_.begin_event();
    rows_.clear();
    if (!read_features(features, Owner::context)) bad_ = true;
  }
  void take_action(std::string_view before, std::string_view features) {
    ++actions_;
    std::optional<VwLabel> label;
    if (!bad_ && !read_label(before, label)) bad_ = true;
    if (bad_) return;
    if (const auto known = action_lines_.add_known(features)) {
      rows_.push_back(*known);
    } else if (!read_action_line(features)) {
      bad_ = true;
      return;
    }
    if (!label) return;
    if (taken_ > 0) {
      refuse("the event has a second label");
      bad_ = true;
      return;
    }
    taken_ = actions_;
    label_ = *label;
  }
  bool read_action_line(std::string_view features) {
    if (!read_features(features, Owner::action)) return false;
    const std::uint32_t row = table_.row_of_action();
    if (row == ActionFeatures::no_row) {
      return refuse("the sum of a feature's values is not finite");
    }
    rows_.push_back(row);
    action_lines_.add(features, row);
    return true;
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
    action_lines_.end_event(table_.size(), taken_ - 1);
    ++events_;
    if (pool_size_ != actions_) {
      pool_.clear();
      numbers_.clear();
      for (std::size_t i = 1; i <= actions_; ++i) {
        numbers_.push_back(std::to_string(i));
        add_to_list(pool_, numbers_.back());
      }
      pool_size_ = actions_;
    }
    action_rows_.clear();
    for (std::size_t i = 0; i < actions_; ++i) action_rows_.push_back({numbers_[i], rows_[i]});
    table_.add({.line = event_line_,
                .action = numbers_[taken_ - 1],
                .reward = reward_of(label_),
                .propensity = label_.probability,
                .pool = pool_,
                .action_rows = action_rows_});
  }

  static double reward_of(const VwLabel& label) { return label.cost == 0 ? 0 : -label.cost; }
  static bool label_is_action(std::string_view text) {
    return !text.empty() && text.size() <= 9 && text[0] != '0' &&
           text.find_first_not_of("0123456789") == text.npos;
  }

  // Reads the text before the first bar: a label, a tag, both or nothing.
  bool read_label(std::string_view before, std::optional<VwLabel>& label) {
    const bool tag_at_end = !before.empty() && !is_blank(before.back());
    for (std::string_view word = take_word(before); !word.empty(); word = take_word(before)) {
      const bool last = is_empty(before);
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
      return refuse("the label " + quoted_text(word) +
                    " is not action:cost:probability, the label of a contextual bandit");
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

  enum class Owner { context, action };
  // `text` begins with a bar.
  bool read_features(std::string_view text, Owner owner) {
    while (!text.empty()) {
      text.remove_prefix(1);
      const std::size_t end = std::min(text.find('|'), text.size());
      if (!read_namespace(text.substr(0, end), owner)) return false;
      text.remove_prefix(end);
    }
    return true;
  }
  bool read_namespace(std::string_view text, Owner owner) {
    double weight = 1;
    key_.clear();
    if (!text.empty() && !is_blank(text[0])) {
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
      owner == Owner::context ? table_.add_feature(key_, weight * value)
                              : table_.add_action_feature(key_, weight * value);
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
    if (action_lines_.names_actions()) {
      table_.warn(
          "the lines of actions change their places from event to event: an action is named by its "
          "line's features, not by its position");
    } else if (action_lines_.changes()) {
      table_.warn(
          "the lines of actions differ from event to event at the same position: their positions "
          "name them, which is right only if an action keeps its position");
    }
  }

  static constexpr std::size_t longest_wait = std::size_t{1} << 16;  // bytes

  EventTable table_;
  VwActionLines action_lines_;
  Form form_ = Form::unknown;
  std::vector<std::string> waiting_;  // the lines until the form is known
  std::size_t waiting_bytes_ = 0, first_waiting_ = 0, group_ = 0, group_labels_ = 0;
  TextLines lines_;
  std::string key_, pool_;
  std::size_t line_ = 0, event_line_ = 0, events_ = 0;
  std::size_t actions_ = 0, taken_ = 0, pool_size_ = 0;
  std::size_t unlabelled_ = 0;
  std::vector<std::string> numbers_;  // of the lines of actions
  std::vector<std::uint32_t> rows_;   // of the current event's actions
  std::vector<EventTable::ActionRow> action_rows_;
  VwLabel label_;  // its action is not used: the line's number counts
  bool inside_ = false, bad_ = false;
};

}  // namespace

std::unique_ptr<LogRows> vw_text_rows(std::unique_ptr<TextSource> source,
                                      EventFormatOptions options) {
  return VwReading(std::move(source), options).read();
}

}  // namespace replaybench

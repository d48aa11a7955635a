#include "suite/log/suspect_values.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "suite/numeric/decimal.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/without_blanks.hpp"

namespace replaybench {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Digits with at most one point among them, behind at most one sign.
bool is_decimal(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const auto digits = std::count_if(text.begin(), text.end(), is_digit);
  const auto points = std::count(text.begin(), text.end(), '.');
  return digits > 0 && points <= 1 && static_cast<std::size_t>(digits + points) == text.size();
}

}  // namespace

std::string_view plain_form(std::string_view name) {
  std::string_view text = without_blanks(name);
  if (!is_decimal(text)) return text;
  if (text.find('.') != text.npos) {
    text = text.substr(0, text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.remove_suffix(1);
  }
  if (text.starts_with('+')) text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  return text.empty() || text == "-" || text == "-0" ? "0" : text;
}

std::string warning_of_similar_actions(std::span<const std::string> names,
                                       std::span<const std::uint64_t> records) {
  constexpr std::size_t shown = 3;
  if (std::all_of(names.begin(), names.end(),
                  [](const std::string& name) { return plain_form(name) == name; })) {
    return {};
  }
  std::map<std::string_view, std::vector<std::size_t>> spellings;
  for (std::size_t action = 0; action < names.size(); ++action) {
    spellings[plain_form(names[action])].push_back(action);
  }
  std::erase_if(spellings, [](const auto& entry) { return entry.second.size() == 1; });
  if (spellings.empty()) return {};
  std::string list;
  std::size_t groups = 0;
  for (const auto& [form, same] : spellings) {
    if (groups++ == shown) break;
    if (!list.empty()) list += "; ";
    for (std::size_t i = 0; i < same.size(); ++i) {
      if (i > 0) list += i + 1 < same.size() ? ", " : " and ";
      const std::uint64_t count = records[same[i]];
      list += quoted_text(names[same[i]]) + " (" + std::to_string(count) +
              (count == 1 ? " record)" : " records)");
    }
  }
  if (spellings.size() > shown) {
    list += "; and " + std::to_string(spellings.size() - shown) + " more";
  }
  return "action names that differ only in blanks at their ends or in how a number is written: " +
         list + ": they count as different actions; write each action in one way";
}

namespace {

bool is_date(double value) {
  if (!(value >= 19700101 && value <= 20991231) || value != std::floor(value)) return false;
  const auto number = static_cast<int>(value);
  return std::chrono::year_month_day(std::chrono::year(number / 10000),
                                     std::chrono::month(static_cast<unsigned>(number / 100 % 100)),
                                     std::chrono::day(static_cast<unsigned>(number % 100)))
      .ok();
}

// 2001-09-09 and 2100-01-01 in seconds. Rewards that lie all between them span a factor of four.
constexpr double first_unix_time = 1e9;
constexpr double last_unix_time = 4102444800;

}  // namespace

std::string warning_of_odd_bytes(std::span<const std::string> names) {
  const auto high_bytes = [](std::string_view text) {
    return std::count_if(text.begin(), text.end(),
                         [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  };
  std::size_t odd = 0;
  std::string first;
  for (const std::string& name : names) {
    if (high_bytes(name) == high_bytes(quoted_text(name, name.size()))) continue;
    if (odd++ == 0) first = quoted_text(name);
  }
  if (odd == 0) return {};
  return std::to_string(odd) + (odd == 1 ? " action name is" : " action names are") +
         " not UTF-8 (Latin-1?), the first is " + first +
         ": they are compared byte by byte; iconv -f latin1 -t utf8 converts the file";
}

void TimesAsRewards::narrow(double reward) {
  if (first_ == 0) first_ = reward;
  unsigned kinds = is_date(reward) ? 1 : 0;
  double unit = 1;
  for (unsigned kind = 0b10; kind < all_kinds; kind <<= 1, unit *= 1000) {
    if (reward >= first_unix_time * unit && reward < last_unix_time * unit) kinds |= kind;
  }
  kinds_ &= kinds;
}

std::string TimesAsRewards::warning() const {
  if (kinds_ == 0 || first_ == 0) return {};
  constexpr const char* names[] = {"dates (yyyymmdd)", "times (Unix seconds)",
                                   "times (Unix milliseconds)", "times (Unix microseconds)",
                                   "times (Unix nanoseconds)"};
  return std::string("the rewards other than 0 look like ") + names[std::bit_width(kinds_) - 1] +
         ", the first is " + numeric::to_decimal(first_) +
         ": is the reward in another column? then name that one; if the reward is a delay, write "
         "the time since the action";
}

namespace {

struct Instant {
  enum class Kind { unknown, number, local, zoned } kind = Kind::unknown;
  double number = 0;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;

  bool before(const Instant& other) const {
    if (kind != other.kind || kind == Kind::unknown) return false;
    if (kind == Kind::number) return number < other.number;
    if (seconds != other.seconds) return seconds < other.seconds;
    return nanoseconds < other.nanoseconds;
  }
};

// Takes what a text of ISO 8601 begins with.
class IsoText {
 public:
  explicit IsoText(std::string_view text) : rest_(text) {}

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // A number of so many digits; -1: there is none.
  int number(std::size_t digits) {
    if (rest_.size() < digits) return -1;
    int value = 0;
    for (const char c : rest_.substr(0, digits)) {
      if (!is_digit(c)) return -1;
      value = 10 * value + (c - '0');
    }
    rest_.remove_prefix(digits);
    return value;
  }
  // Digits behind the point; those beyond nine say nothing.
  std::int64_t nanoseconds() {
    std::int64_t value = 0;
    int digits = 0;
    for (; !rest_.empty() && is_digit(rest_[0]); rest_.remove_prefix(1), ++digits) {
      if (digits < 9) value = 10 * value + (rest_[0] - '0');
    }
    for (; digits < 9; ++digits) value *= 10;
    return value;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

Instant instant_of(std::string_view text) {
  Instant instant;
  if (text.size() < 5 || text[4] != '-') {
    const bool counts = !text.empty() && (is_digit(text[0]) || text[0] == '.') && is_decimal(text);
    if (counts && parse_field_number(text, instant.number)) instant.kind = Instant::Kind::number;
    return instant;
  }
  const bool utc = text.ends_with(" UTC");
  if (utc) text.remove_suffix(4);
  IsoText iso(text);
  const int year = iso.number(4);
  iso.take('-');
  const int month = iso.number(2);
  const bool has_day = iso.take('-');
  const int day = iso.number(2);
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (year < 0 || !has_day || !date.ok()) return {};
  instant.seconds = std::int64_t{86400} * std::chrono::sys_days(date).time_since_epoch().count();
  instant.kind = Instant::Kind::local;
  if (iso.at_end()) return instant;
  if (!iso.take('T') && !iso.take(' ')) return {};
  const int hour = iso.number(2);
  const bool has_minute = iso.take(':');
  const int minute = iso.number(2);
  int second = 0;
  if (iso.take(':')) second = iso.number(2);
  if (hour < 0 || !has_minute || minute < 0 || second < 0) return {};
  instant.seconds += 3600 * hour + 60 * minute + second;
  if (iso.take('.')) instant.nanoseconds = iso.nanoseconds();
  if (iso.at_end() && !utc) return instant;
  instant.kind = Instant::Kind::zoned;
  if (utc || iso.take('Z')) return iso.at_end() ? instant : Instant{};
  const bool east = iso.take('+');
  if (!east && !iso.take('-')) return {};
  const int hours = iso.number(2);
  iso.take(':');
  const int minutes = iso.at_end() ? 0 : iso.number(2);
  if (hours < 0 || minutes < 0 || !iso.at_end()) return {};
  instant.seconds += (east ? -1 : 1) * (3600 * hours + 60 * minutes);
  return instant;
}

// True if an offset from UTC may end the text: "+02:00", "-0530", "+02".
bool may_have_offset(std::string_view text) {
  constexpr std::size_t first = 11;  // behind the date
  const auto is_sign = [&](std::size_t from_end) {
    if (text.size() < first + from_end) return false;
    const char c = text[text.size() - from_end];
    return c == '+' || c == '-';
  };
  return is_sign(6) || is_sign(5) || is_sign(3);
}

// True if the bytes show that `current` is not before `last`: texts of the same length and the same
// offset, integers or ISO 8601, equal or with a higher digit where they first differ. Most records
// need no more.
bool in_order_by_bytes(std::string_view last, std::string_view current) {
  const std::size_t size = current.size();
  if (last.size() != size) return false;
  const bool iso = size >= 5 && current[4] == '-';
  if (!iso && (last.find('.') != last.npos || current.find('.') != current.npos)) return false;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    std::uint64_t a, b;
    std::memcpy(&a, last.data() + i, 8);
    std::memcpy(&b, current.data() + i, 8);
    if (a != b) break;
  }
  while (i < size && last[i] == current[i]) ++i;
  if (i < size && !(is_digit(last[i]) && last[i] < current[i] && is_digit(current[i])))
    return false;
  const bool same_end =
      size >= 6 && std::memcmp(last.data() + size - 6, current.data() + size - 6, 6) == 0;
  return same_end || (!may_have_offset(last) && !may_have_offset(current));
}

}  // namespace

TimeOrder find_time_order(std::span<const std::string> timestamps) {
  TimeOrder order;
  for (std::size_t i = 1; i < timestamps.size(); ++i) {
    if (in_order_by_bytes(timestamps[i - 1], timestamps[i])) continue;
    if (!instant_of(timestamps[i]).before(instant_of(timestamps[i - 1]))) continue;
    if (order.backwards++ == 0) order.first = i;
  }
  return order;
}

}  // namespace replaybench

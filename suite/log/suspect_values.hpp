#pragma once
// Values of a log that are allowed and likely mistakes: one action under several names, names that are not
// UTF-8, dates as rewards, records that are not in the order of time.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace replaybench {

/// Form of a name that its other spellings share: no blanks at its ends, and of a decimal number
/// without exponent no plus sign, no zeros in front and none at the end of the fraction. " a" gives
/// "a", "01.50" gives "1.5", "0.0" gives "0". A part of `name`, or "0". O(length).
std::string_view plain_form(std::string_view name);

/// Warning that several names have one plain form, with the records of each (`records`, by name);
/// empty if none have. `names` are distinct. O(names log names).
std::string warning_of_similar_actions(std::span<const std::string> names,
                                       std::span<const std::uint64_t> records);

/// Warning that some names are not UTF-8; empty if all are. Messages escape such bytes. O(length).
std::string warning_of_odd_bytes(std::span<const std::string> names);

/// Rewards that may be times.
class TimesAsRewards {
 public:
  /// The next reward. O(1).
  void add(double reward) {
    if (kinds_ != 0 && reward != 0) narrow(reward);
  }
  /// Warning that every reward other than 0 is a date as a number (yyyymmdd, 1970 to 2099), or that
  /// every one is a Unix time of 2001-09-09 to 2099 in the same unit (seconds, milli-, micro- or
  /// nanoseconds); empty otherwise, and if all are 0.
  std::string warning() const;

 private:
  void narrow(double reward);

  static constexpr unsigned all_kinds = 0b11111;  // dates, then the units
  unsigned kinds_ = all_kinds;                    // of which every reward so far is one
  double first_ = 0;                              // reward other than 0
};

/// Records whose timestamp is earlier than the timestamp of the record before.
struct TimeOrder {
  std::size_t backwards = 0;
  std::size_t first = 0;  ///< the first one, from 0; if there is one
};

/// Timestamps are numbers (of any unit, not negative, without exponent) or texts of ISO 8601: "2024-01-31", with "T" or a blank and
/// "12:05", "12:05:09" or "12:05:09.25" behind it, and "Z" or an offset such as "+02:00". A pair of
/// which one is neither, or that differs in having a time zone, is taken as in order. O(records).
TimeOrder find_time_order(std::span<const std::string> timestamps);

}  // namespace replaybench

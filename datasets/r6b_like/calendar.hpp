#pragma once
// The fifteen days of the log: how many visits and news each has, and what time it is at a visit.
//
// Source: thesis, section 4.2.3 (p. 103; 2 to 16 October 2011, a Sunday to a Sunday), section 4.2.3
// (p. 103; week days have more records; no features in about a fifth to a quarter of the records,
// after midnight), figure 4.7. The totals are those of the log: 28,041,015 visits in 15 days of
// 86,400 s from 1317513291 on, 652 articles, 246 of them in the first five days. How they spread
// over the days is ours.

#include <array>
#include <cstddef>
#include <cstdint>

namespace replaybench::datasets::r6b_like {

inline constexpr std::size_t days = 15;
inline constexpr std::uint64_t first_second = 1317513291;
inline constexpr std::uint64_t seconds_of_day = 86'400;
/// The unit of ages: the records of a week day, a little more than those of a day at the weekend.
inline constexpr double usual_day = 2'000'000;

struct Day {
  std::uint32_t records;  ///< at full scale
  std::uint16_t births;   ///< articles that appear
  std::uint16_t moments;  ///< times at which the editors may change the pool
};

/// Sunday 2 October first.
inline constexpr std::array<Day, days> calendar{{{1'592'000, 20, 62},
                                                 {2'001'000, 51, 183},
                                                 {2'038'000, 51, 183},
                                                 {2'046'000, 51, 183},
                                                 {2'011'000, 51, 183},
                                                 {1'934'000, 52, 183},
                                                 {1'571'000, 20, 72},
                                                 {1'618'000, 21, 62},
                                                 {2'027'000, 54, 183},
                                                 {2'052'000, 54, 183},
                                                 {2'049'000, 54, 183},
                                                 {2'018'000, 54, 183},
                                                 {1'942'000, 54, 183},
                                                 {1'566'000, 21, 72},
                                                 {1'576'015, 22, 62}}};
/// Articles that are there when the log begins.
inline constexpr std::size_t first_pool = 22;

/// Records before day `day` of 0..15, at full scale.
constexpr std::uint64_t records_before(std::size_t day) {
  std::uint64_t sum = 0;
  for (std::size_t d = 0; d < day; ++d) sum += calendar[d].records;
  return sum;
}
inline constexpr std::uint64_t all_records = records_before(days);
static_assert(all_records == 28'041'015);

constexpr std::size_t articles_of_all_days() {
  std::size_t sum = first_pool;
  for (const Day& day : calendar) sum += day.births;
  return sum;
}
inline constexpr std::size_t all_articles = articles_of_all_days();
static_assert(all_articles == 652);

/// The second of the day at which a share of the day's records is past. The night, the first
/// `night` of them, ends at half past six; by day the hours from nine to five are the busiest.
constexpr double second_of_day(double share, double night) {
  struct Part {
    double end_hour, share;  // share of the records of the waking hours
  };
  constexpr std::array<Part, 4> waking{{{9, 0.13}, {17, 0.51}, {22, 0.28}, {24, 0.08}}};
  if (share < night) return share / night * 6.5 * 3600;
  double from = 6.5;
  double left = night < 1 ? (share - night) / (1 - night) : 0;
  for (const Part& part : waking) {
    if (left < part.share) return (from + (part.end_hour - from) * left / part.share) * 3600;
    left -= part.share;
    from = part.end_hour;
  }
  return static_cast<double>(seconds_of_day) - 1;
}

}  // namespace replaybench::datasets::r6b_like

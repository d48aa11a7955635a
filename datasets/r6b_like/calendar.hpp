#pragma once
// The fifteen days of the log: how many visits and births each has, and what time it is at a visit.
//
// Source: thesis, section 4.2.3 (p. 103; 2 to 16 October 2011, a Sunday to a Sunday; week days have
// more records), figure 4.7; the log's own readme (26 articles at its first visit). The totals are
// those of the log: 28,041,015 visits in 15 days of 86,400 s from 1317513291 on, 652 articles, 246
// of them in the first five days. How they spread over the days is ours.

#include <array>
#include <cstddef>
#include <cstdint>

namespace replaybench::datasets::r6b_like {

inline constexpr std::size_t days = 15;
inline constexpr std::uint64_t first_second = 1317513291;
inline constexpr std::uint64_t seconds_of_day = 86'400;
/// The unit of ages: the records of a week day, a little more than those of a day at the weekend.
inline constexpr double usual_day = 2'000'000;
/// Articles that are there when the log begins.
inline constexpr std::size_t first_pool = 26;

struct Day {
  std::uint32_t records;  ///< at full scale
  std::uint16_t births;   ///< articles that appear
  std::uint16_t moments;  ///< times at which the editors may change the pool
  enum { week_day, monday, weekend } kind = week_day;
};

/// Sunday 2 October first.
inline constexpr std::array<Day, days> calendar{{{1'592'000, 32, 64, Day::weekend},
                                                 {2'001'000, 47, 205, Day::monday},
                                                 {2'038'000, 47, 205},
                                                 {2'046'000, 47, 205},
                                                 {2'011'000, 47, 205},
                                                 {1'934'000, 47, 205},
                                                 {1'571'000, 31, 64, Day::weekend},
                                                 {1'618'000, 31, 64, Day::weekend},
                                                 {2'027'000, 47, 205, Day::monday},
                                                 {2'052'000, 47, 205},
                                                 {2'049'000, 47, 205},
                                                 {2'018'000, 47, 205},
                                                 {1'942'000, 47, 205},
                                                 {1'566'000, 31, 64, Day::weekend},
                                                 {1'576'015, 31, 64, Day::weekend}}};

/// Records and births before day `day` of 0..15, at full scale.
constexpr std::uint64_t records_before(std::size_t day) {
  std::uint64_t sum = 0;
  for (std::size_t d = 0; d < day; ++d) sum += calendar[d].records;
  return sum;
}
constexpr std::size_t articles_before(std::size_t day) {
  std::size_t sum = first_pool;
  for (std::size_t d = 0; d < day; ++d) sum += calendar[d].births;
  return sum;
}
inline constexpr std::uint64_t all_records = records_before(days);
static_assert(all_records == 28'041'015);
static_assert(articles_before(5) == 246 && articles_before(days) == 652);

/// The hour of the day, of [0, 24), at which a share of [0, 1] of the day's records is past. The
/// night, the first `night` of them, ends at half past six; the hours from nine to five are the
/// busiest.
constexpr double hour_of_day(double share, double night) {
  struct Part {
    double end_hour, share;  // share of the records of the waking hours
  };
  constexpr std::array<Part, 4> waking{{{9, 0.13}, {17, 0.51}, {22, 0.28}, {24, 0.08}}};
  if (share < night) return share / night * 6.5;
  double from = 6.5;
  double left = night < 1 ? (share - night) / (1 - night) : 0;
  for (const Part& part : waking) {
    if (left < part.share) return from + (part.end_hour - from) * left / part.share;
    left -= part.share;
    from = part.end_hour;
  }
  return 24 - 1.0 / 3600;
}

}  // namespace replaybench::datasets::r6b_like

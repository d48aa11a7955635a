#pragma once
// Which articles are in the pool when: births, deaths and the stretches of constant pool between.
//
// All positions are numbers of records of the log at full scale, from its beginning.

#include <vector>

#include "suite/model/action.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::r6b_like {

struct Article {
  double born = 0;     ///< negative: it was there before the log
  double quality = 0;  ///< uniform on (0, 1); the higher, the higher its click rate
};

/// A stretch of constant pool (thesis, figure 4.16, section 4.4.3, p. 114: a zone), up to the next
/// one's beginning.
struct Zone {
  double first = 0;
  std::vector<Action> pool;  ///< increasing, never empty
};

struct NewsSchedule {
  std::vector<Article> articles;  ///< in order of birth
  std::vector<Zone> zones;        ///< in order; each pool differs from the one before
};

struct ScheduleOptions {
  double night = 0.22;   ///< share of a day's records before morning
  double monday = 0.6;   ///< share of a Monday's births before morning
  double lasting = 0.9;  ///< correlation of quality and lifetime, as normal scores
};

/// Draws the schedule from the model's stream.
///
/// Editors change the pool at moments drawn beforehand. An article is born at one of them (or was
/// there before the log) and goes at the moment nearest to the end of its lifetime, but never
/// before the pool would be left with fewer than ten. A lifetime is a function of a rank that is
/// tied to the article's quality: near a day for those born on a week day, with a few short and a
/// few of up to two days; a third of a day to a day for those born at a weekend, which are the
/// quarter of all that is thrown away more quickly.
NewsSchedule draw_schedule(StreamKey model, const ScheduleOptions& options);

}  // namespace replaybench::datasets::r6b_like

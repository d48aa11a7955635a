#pragma once
// Articles in the pool over time: births, deaths and the ranges of constant pool between.
//
// All positions are numbers of records of the log at full scale, from its beginning.

#include <vector>

#include "suite/model/action.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::r6b_like {

struct Article {
  double born = 0;  ///< negative: it was there before the log
  double gone = 0;  ///< first position without it; beyond the log: never
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

/// Draws the schedule from the model's stream. `night`: share of a day's records before morning.
///
/// Editors change the pool at moments drawn beforehand. An article is born at one of them (or was
/// there before the log). Its lifetime is near a day for 72 %, much shorter for 25 %, up to two
/// days for 3 %; it goes at the moment nearest to the end of that, but
/// never before the pool would be left with fewer than ten.
NewsSchedule draw_schedule(StreamKey model, double night);

}  // namespace replaybench::datasets::r6b_like

#include "datasets/r6b_like/schedule.hpp"

#include <algorithm>
#include <cmath>

#include "datasets/r6b_like/calendar.hpp"
#include "datasets/r6b_like/model_steps.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::r6b_like {

namespace {

constexpr std::size_t min_pool = 10;

/// Increasing and distinct, none at 0. Those of day d are [first_of_day[d], first_of_day[d + 1][, its
/// nights' before morning_of_day[d].
struct Moments {
  std::vector<double> at;
  std::vector<std::size_t> first_of_day;
  std::vector<std::size_t> morning_of_day;
};

Moments draw_moments(StreamKey model, double night) {
  Moments moments;
  for (std::size_t day = 0; day < days; ++day) {
    moments.first_of_day.push_back(moments.at.size());
    const auto first = static_cast<double>(records_before(day));
    Draws draws(model, moments_step + day);
    std::vector<double> here;
    for (int i = 0; i < calendar[day].moments; ++i) {
      const double position = first + std::floor(draws.uniform() * calendar[day].records);
      if (position > 0) here.push_back(position);
    }
    std::sort(here.begin(), here.end());
    here.erase(std::unique(here.begin(), here.end()), here.end());
    const auto morning =
        std::lower_bound(here.begin(), here.end(), first + night * calendar[day].records);
    moments.morning_of_day.push_back(moments.at.size() +
                                     static_cast<std::size_t>(morning - here.begin()));
    moments.at.insert(moments.at.end(), here.begin(), here.end());
  }
  moments.first_of_day.push_back(moments.at.size());
  return moments;
}

/// In days, of an article of this rank among those born on such days; increasing.
double lifetime(double rank, bool at_weekend) {
  if (at_weekend) return 0.4 + 0.6 * rank;
  if (rank < 0.03) return 0.1 + 20 * rank;
  if (rank > 0.97) return 1.45 + 20 * (rank - 0.97);
  return 0.85 + 0.3 * rank;
}

/// The days past at a position, and the position at which so many are; before and after the log as
/// on its first and its last day.
double days_at(double position) {
  std::size_t day = 0;
  while (day + 1 < days && position >= static_cast<double>(records_before(day + 1))) ++day;
  return static_cast<double>(day) +
         (position - static_cast<double>(records_before(day))) / calendar[day].records;
}
double position_at(double past) {
  const auto day = static_cast<std::size_t>(std::clamp(past, 0.0, double{days - 1}));
  return static_cast<double>(records_before(day)) +
         (past - static_cast<double>(day)) * calendar[day].records;
}

/// Index of the moment nearest to `position`; the number of moments if that is beyond the log.
std::size_t nearest_moment(const std::vector<double>& at, double position) {
  if (position >= static_cast<double>(all_records)) return at.size();
  const auto after = std::lower_bound(at.begin(), at.end(), position);
  if (after == at.end()) return at.size() - 1;
  if (after == at.begin()) return 0;
  const auto i = static_cast<std::size_t>(after - at.begin());
  return at[i] - position < position - at[i - 1] ? i : i - 1;
}

struct Life {
  double born;    // position
  double length;  // days
  double quality;
};

/// The lives of all articles, in order of birth.
std::vector<Life> draw_lives(StreamKey model, const ScheduleOptions& options,
                             const Moments& moments) {
  const double alone = std::sqrt(1 - options.lasting * options.lasting);
  std::vector<Life> lives;
  const auto add = [&](bool at_weekend, auto&& born_of) {
    Draws draws(model, lives_step + lives.size());
    const double quality = draws.normal();
    const double rank = options.lasting * quality + alone * draws.normal();
    const double length = lifetime(numeric::normal_cdf(rank), at_weekend);
    lives.push_back({born_of(draws, length), length, numeric::normal_cdf(quality)});
  };
  for (std::size_t i = 0; i < first_pool; ++i) {
    add(true, [](Draws& draws, double length) {
      return std::floor(position_at(-draws.uniform() * length)) - 1;
    });
  }
  for (std::size_t day = 0; day < days; ++day) {
    const std::size_t first = moments.first_of_day[day];
    const std::size_t morning = moments.morning_of_day[day];
    const std::size_t end = moments.first_of_day[day + 1];
    for (int i = 0; i < calendar[day].births; ++i) {
      add(calendar[day].kind == Day::weekend, [&](Draws& draws, double) {
        std::size_t from = first;
        std::size_t to = end;
        if (calendar[day].kind == Day::monday && morning > first && morning < end) {
          (draws.uniform() < options.monday ? to : from) = morning;
        }
        return moments.at[from + draws.below(static_cast<std::uint32_t>(to - from))];
      });
    }
  }
  std::stable_sort(lives.begin(), lives.end(),
                   [](const Life& a, const Life& b) { return a.born < b.born; });
  return lives;
}

}  // namespace

NewsSchedule draw_schedule(StreamKey model, const ScheduleOptions& options) {
  const Moments moments = draw_moments(model, options.night);
  const std::vector<Life> lives = draw_lives(model, options, moments);
  NewsSchedule schedule;
  // Articles that go at each moment, in order of birth; what is postponed goes to the next moment.
  std::vector<std::vector<Action>> leaving(moments.at.size() + 1);
  for (Action a = 0; a < lives.size(); ++a) {
    const Life& life = lives[a];
    std::size_t moment = nearest_moment(moments.at, position_at(days_at(life.born) + life.length));
    if (moment < moments.at.size() && moments.at[moment] <= life.born) ++moment;
    leaving[moment].push_back(a);
    schedule.articles.push_back({life.born, life.quality});
  }
  std::vector<Action> pool;
  Action next = 0;
  while (lives[next].born < 0) pool.push_back(next++);
  schedule.zones.push_back({0, pool});
  for (std::size_t i = 0; i < moments.at.size(); ++i) {
    while (next < lives.size() && lives[next].born <= moments.at[i]) pool.push_back(next++);
    for (const Action a : leaving[i]) {
      if (pool.size() > min_pool) {
        std::erase(pool, a);
      } else {
        leaving[i + 1].push_back(a);
      }
    }
    if (pool != schedule.zones.back().pool) schedule.zones.push_back({moments.at[i], pool});
  }
  return schedule;
}

}  // namespace replaybench::datasets::r6b_like

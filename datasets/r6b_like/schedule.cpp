#include "datasets/r6b_like/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "datasets/r6b_like/calendar.hpp"
#include "datasets/r6b_like/model_steps.hpp"

namespace replaybench::datasets::r6b_like {

namespace {

constexpr double night_moments = 0.22;  // share of a day's moments that are at night
constexpr std::size_t min_pool = 10;

/// Increasing and distinct, none at 0; those of day d are at [first_of_day[d], first_of_day[d +
/// 1][.
struct Moments {
  std::vector<double> at;
  std::vector<std::size_t> first_of_day;
};

Moments draw_moments(StreamKey model, double night) {
  Moments moments;
  for (std::size_t day = 0; day < days; ++day) {
    moments.first_of_day.push_back(moments.at.size());
    Draws draws(model, moments_step + day);
    std::vector<double> here;
    for (int i = 0; i < calendar[day].moments; ++i) {
      const bool by_night = draws.uniform() < night_moments;
      const double u = draws.uniform();
      const double share = by_night ? night * u : night + (1 - night) * u;
      const double position = static_cast<double>(records_before(day)) +
                              std::floor(share * static_cast<double>(calendar[day].records));
      if (position > 0) here.push_back(position);
    }
    std::sort(here.begin(), here.end());
    here.erase(std::unique(here.begin(), here.end()), here.end());
    moments.at.insert(moments.at.end(), here.begin(), here.end());
  }
  moments.first_of_day.push_back(moments.at.size());
  return moments;
}

/// In days.
double draw_lifetime(Draws& draws) {
  const double kind = draws.uniform();
  const double u = draws.uniform();
  if (kind < 0.25) return 0.10 + 0.65 * u;
  if (kind < 0.28) return 1.45 + 0.60 * u;
  return std::max(0.6, 1.03 + 0.08 * draws.normal());
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

}  // namespace

NewsSchedule draw_schedule(StreamKey model, double night) {
  const Moments moments = draw_moments(model, night);
  struct Life {
    double born;    // position
    double length;  // days
  };
  std::vector<Life> lives;
  const auto add = [&](auto&& born_of) {
    Draws draws(model, lives_step + lives.size());
    const double length = draw_lifetime(draws);
    lives.push_back({born_of(draws, length), length});
  };
  for (std::size_t i = 0; i < first_pool; ++i) {
    add([](Draws& draws, double length) {
      return std::floor(position_at(-draws.uniform() * length)) - 1;
    });
  }
  for (std::size_t day = 0; day < days; ++day) {
    const std::size_t first = moments.first_of_day[day];
    const auto count = static_cast<std::uint32_t>(moments.first_of_day[day + 1] - first);
    for (int i = 0; i < calendar[day].births; ++i) {
      add([&](Draws& draws, double) { return moments.at[first + draws.below(count)]; });
    }
  }
  std::stable_sort(lives.begin(), lives.end(),
                   [](const Life& a, const Life& b) { return a.born < b.born; });

  NewsSchedule schedule;
  // Articles that go at each moment, in order of birth; what is postponed goes to the next moment.
  std::vector<std::vector<Action>> leaving(moments.at.size() + 1);
  for (Action a = 0; a < lives.size(); ++a) {
    std::size_t moment =
        nearest_moment(moments.at, position_at(days_at(lives[a].born) + lives[a].length));
    if (moment < moments.at.size() && moments.at[moment] <= lives[a].born) ++moment;
    leaving[moment].push_back(a);
    schedule.articles.push_back({lives[a].born, std::numeric_limits<double>::infinity()});
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
        schedule.articles[a].gone = moments.at[i];
      } else {
        leaving[i + 1].push_back(a);
      }
    }
    if (pool != schedule.zones.back().pool) schedule.zones.push_back({moments.at[i], pool});
  }
  return schedule;
}

}  // namespace replaybench::datasets::r6b_like

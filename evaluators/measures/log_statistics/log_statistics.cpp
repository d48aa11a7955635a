// Describes a log: its articles, pools, click rates and features over time. No algorithm is played.
//
// Source: thesis section 4.2.3 (p. 103), figures 4.4 to 4.7; figures 4.15a and 4.16 (section 4.4.3,
// p. 114); appendix B.4 (p. 242; ten news that stay together). Windows and smoothing of the
// thesis's curves are not stated; here a curve has `windows` points.
//
// Rows and columns, by what is described (`of`):
//   log        one row. estimate: mean reward; records; actions that were ever available; zones;
//              largest_zone; pool: mean size; without_features: share of records with no feature
//              but the constant; active: mean number of features, the constant included, of the
//              others; best: mean over the windows of the best action's mean reward; favourable:
//              see windows; together: LogSummary::max_together(10)
//   windows    one row each (figures 4.6, 4.15a). estimate: mean reward; records; pool; active:
//   means;
//              best, second: mean rewards of the two best actions, of those displayed `least` times
//              in the window; favourable: 1 if best <= 0.07 or second >= 0.85 best, otherwise 0 ("no
//              very popular news or best news with similar CTR", section 4.4.3, p. 114: the two
//              limits are ours, the first read from table 4.1). NaN if fewer than two were
//              displayed so often.
//   actions    one row each, in the order of their numbers (figure 4.7). estimate: mean reward;
//              displays; first: record; lifetime: records whose pool has it; share: of the log's
//              records; whole: 1 if it came and went within the log; change, change_error:
//              LogSummary::trend
//   curves     a row for each action and window of its life (figures 4.4, 4.5). estimate: mean
//   reward
//              in the window; rank: of its lifetime, from 1; action; record: middle of the window;
//              displays; change, change_error. The step is (rank - 1) * windows + window.
//   zones      one row each (figure 4.16). estimate: mean reward; first; records; pool;
//   with_features
// Columns that do not change are those of one log: replicates of a simulator differ in clicks only.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "evaluators/measures/log_statistics/log_summary.hpp"
#include "suite/component/registry.hpp"

namespace replaybench::evaluators::log_statistics {

namespace {

enum class LogView { log, windows, actions, curves, zones };

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn records = add(Role::records);
  RowColumn actions = add("actions", Role::count);
  RowColumn zones = add("zones", Role::count);
  RowColumn largest_zone = add("largest_zone");
  RowColumn pool = add("pool");
  RowColumn without_features = add("without_features");
  RowColumn active = add("active");
  RowColumn best = add("best");
  RowColumn favourable = add("favourable");
  RowColumn together = add("together");
} result_of_log{};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn records = add(Role::records);
  RowColumn pool = add("pool");
  RowColumn active = add("active");
  RowColumn best = add("best");
  RowColumn second = add("second");
  RowColumn favourable = add("favourable");
} result_of_windows{};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn displays = add("displays", Role::count);
  RowColumn first = add("first");
  RowColumn lifetime = add("lifetime");
  RowColumn share = add("share");
  RowColumn whole = add("whole");
  RowColumn change = add("change");
  RowColumn change_error = add("change_error");
} result_of_actions{};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn rank = add("rank");
  RowColumn action = add("action");
  RowColumn record = add("record");
  RowColumn displays = add("displays", Role::count);
  RowColumn change = add("change");
  RowColumn change_error = add("change_error");
} result_of_curves{};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn first = add("first");
  RowColumn records = add(Role::records);
  RowColumn pool = add("pool");
  RowColumn with_features = add("with_features");
} result_of_zones{};

constexpr double not_popular = 0.07;  // thesis table 4.1: contexts pay up to here
constexpr double similar = 0.85;
constexpr std::size_t together = 10;       // thesis, appendix B.4 (p. 242)
constexpr std::uint64_t piece = 1u << 18;  // records

double ratio(double a, std::uint64_t b) { return a / static_cast<double>(b); }

double is_favourable(double best, double second) {
  if (std::isnan(second)) return second;
  return best <= not_popular || second >= similar * best ? 1 : 0;
}

LogSummary summary_of(Trial& trial, std::uint64_t windows) {
  std::optional<LogSummary> summary;
  trial.for_each_chunk(piece, 1, [&](const Log& log) {
    // A file is shown whole.
    if (!summary) summary.emplace(std::max<std::uint64_t>(trial.horizon(), log.size()), windows);
    summary->add(log);
  });
  if (!summary || summary->zones().empty()) throw NotApplicable("the log has no record");
  summary->finish();
  return *std::move(summary);
}

void rows_of_actions(const LogSummary& log, std::vector<ResultRow>& rows) {
  const auto& result = result_of_actions;
  for (Action a = 0; a < log.lives().size(); ++a) {
    const LifeStatistics& life = log.lives()[a];
    if (!life.seen) continue;
    const auto trend = log.trend(a);
    rows.push_back(result.row(
        a, {result.estimate(ratio(life.rewards, life.displays)), result.displays(life.displays),
            result.first(life.first), result.lifetime(life.lifetime),
            result.share(ratio(static_cast<double>(life.lifetime), log.records())),
            result.whole(life.first > 0 && life.end < log.records() ? 1.0 : 0.0),
            result.change(trend.change), result.change_error(trend.standard_error)}));
  }
}

void rows_of_curves(const LogSummary& log, std::vector<ResultRow>& rows) {
  const auto& result = result_of_curves;
  std::vector<Action> by_life;
  for (Action a = 0; a < log.lives().size(); ++a) {
    if (log.lives()[a].seen) by_life.push_back(a);
  }
  std::stable_sort(by_life.begin(), by_life.end(), [&](Action a, Action b) {
    return log.lives()[a].lifetime > log.lives()[b].lifetime;
  });
  for (std::size_t rank = 0; rank < by_life.size(); ++rank) {
    const Action a = by_life[rank];
    const auto trend = log.trend(a);
    for (std::size_t w = 0; w < log.windows().size(); ++w) {
      const Cell cell = log.cell(w, a);
      if (cell.displays == 0) continue;
      const WindowStatistics& window = log.windows()[w];
      rows.push_back(result.row(
          rank * log.windows().size() + w,
          {result.estimate(cell.rewards / cell.displays), result.rank(rank + 1), result.action(a),
           result.record(static_cast<double>(window.first) +
                         static_cast<double>(window.records) / 2),
           result.displays(cell.displays), result.change(trend.change),
           result.change_error(trend.standard_error)}));
    }
  }
}

void rows_of_zones(const LogSummary& log, std::vector<ResultRow>& rows) {
  const auto& result = result_of_zones;
  for (const ZoneStatistics& zone : log.zones()) {
    rows.push_back(result.row(
        rows.size(), {result.estimate(ratio(zone.rewards, zone.records)), result.first(zone.first),
                      result.records(zone.records), result.pool(zone.pool),
                      result.with_features(zone.with_features)}));
  }
}

class LogStatistics final : public Evaluator {
 public:
  LogStatistics(LogView of, std::uint64_t windows, std::uint64_t least)
      : of_(of), windows_(windows), least_(least) {}

  const RowSchema& schema() const override {
    switch (of_) {
      case LogView::log:
        return result_of_log;
      case LogView::windows:
        return result_of_windows;
      case LogView::actions:
        return result_of_actions;
      case LogView::curves:
        return result_of_curves;
      case LogView::zones:
        break;
    }
    return result_of_zones;
  }
  /// One pass over the log, in pieces: memory O(actions * windows) beside them.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const LogSummary log = summary_of(trial, windows_);
    std::vector<ResultRow> here;
    switch (of_) {
      case LogView::log:
        here.push_back(row_of_log(log));
        break;
      case LogView::windows:
        rows_of_windows(log, here);
        break;
      case LogView::actions:
        rows_of_actions(log, here);
        break;
      case LogView::curves:
        rows_of_curves(log, here);
        break;
      case LogView::zones:
        rows_of_zones(log, here);
        break;
    }
    rows.insert(rows.end(), here.begin(), here.end());
  }

 private:
  struct Best {
    double first;
    double second;
  };
  Best best_of(const LogSummary& log, std::size_t window) const {
    Best best{-1, -1};
    for (Action a = 0; a < log.lives().size(); ++a) {
      const Cell cell = log.cell(window, a);
      if (cell.displays < least_) continue;
      const double rate = cell.rewards / cell.displays;
      if (rate > best.first)
        best = {rate, best.first};
      else
        best.second = std::max(best.second, rate);
    }
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return best.second < 0 ? Best{nan, nan} : best;
  }
  ResultRow row_of_log(const LogSummary& log) const {
    const auto& result = result_of_log;
    double rewards = 0;
    double pool = 0;
    double active = 0;
    std::uint64_t without = 0;
    double best = 0;
    double favourable = 0;
    std::uint64_t told = 0;
    for (std::size_t w = 0; w < log.windows().size(); ++w) {
      const WindowStatistics& window = log.windows()[w];
      rewards += window.rewards;
      pool += window.pool;
      active += window.active;
      without += window.without_features;
      const Best here = best_of(log, w);
      if (std::isnan(here.first)) continue;
      best += here.first;
      favourable += is_favourable(here.first, here.second);
      ++told;
    }
    std::uint64_t largest = 0;
    std::uint64_t with = 0;
    for (const ZoneStatistics& zone : log.zones()) {
      largest = std::max(largest, zone.records);
      with += zone.with_features;
    }
    const auto seen =
        std::ranges::count_if(log.lives(), [](const LifeStatistics& life) { return life.seen; });
    return result.row(
        log.records(),
        {result.estimate(ratio(rewards, log.records())), result.records(log.records()),
         result.actions(seen), result.zones(log.zones().size()), result.largest_zone(largest),
         result.pool(ratio(pool, log.records())),
         result.without_features(ratio(static_cast<double>(without), log.records())),
         result.active(ratio(active - static_cast<double>(without), with)),
         result.best(ratio(best, told)), result.favourable(ratio(favourable, told)),
         result.together(log.max_together(together))});
  }
  void rows_of_windows(const LogSummary& log, std::vector<ResultRow>& rows) const {
    const auto& result = result_of_windows;
    for (std::size_t w = 0; w < log.windows().size(); ++w) {
      const WindowStatistics& window = log.windows()[w];
      const Best best = best_of(log, w);
      rows.push_back(result.row(
          window.first + window.records,
          {result.estimate(ratio(window.rewards, window.records)), result.records(window.records),
           result.pool(ratio(window.pool, window.records)),
           result.active(ratio(window.active, window.records)), result.best(best.first),
           result.second(best.second), result.favourable(is_favourable(best.first, best.second))}));
    }
  }

  LogView of_;
  std::uint64_t windows_;
  std::uint64_t least_;
};

struct Options {
  LogView of = LogView::log;
  std::uint64_t windows = 300;
  std::uint64_t least = 30;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<LogStatistics>(options.of, options.windows, options.least);
}

const auto parameters = bind_parameters<Options>(
    choice(&Options::of, "of",
           {{"log", LogView::log},
            {"windows", LogView::windows},
            {"actions", LogView::actions},
            {"curves", LogView::curves},
            {"zones", LogView::zones}},
           "the whole, or a row for each window, action, action and window, or zone"),
    integer(&Options::windows, "windows", "stretches as equal as can be into which it is cut")
        .at_least(1)
        .at_most(100'000),
    integer(&Options::least, "least", "impressions in a window that an action needs to be the best")
        .at_least(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "log_statistics",
     .group = Group::log_measures,
     .summary =
         "describes a log: lifetimes and mean rewards of its actions over time, pools, features",
     .source = "thesis section 4.2.3 (p. 103), figures 4.4 to 4.7, 4.15a, 4.16",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Any log; the algorithm is not played. Mean rewards of actions are those "
                      "among its impressions: right for all visitors only under uniform logging.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::log_statistics

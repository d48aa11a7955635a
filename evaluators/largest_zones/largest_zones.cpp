// Any evaluator on the largest zones of a log, each taken as a log of its own.
//
// Source: table 4.1 (thesis, section 4.5, p. 117: classifiers on the 8 largest zones of the R6B
// log); zones: figure 4.16 (section 4.4.3, p. 114), suite/model/zones.hpp. In a zone the pool is
// constant, as classify-to-recommend requires (section 4.4.3, p. 114); its actions are numbered
// 0 .. K - 1 anew.
//
//   thesis       here
//   zone index   the column `zone`, from 1
//
// Columns of `of`, then zone, its number in the log's order; zone_records; actions, the size
// of its pool; featureless, the share of its records whose context is only the constant (the
// nights). One row a zone for each row of `of`, the largest first; the row's step is the zone's
// rank, from 1. Zones of equal size in the log's order.

#include <algorithm>
#include <numeric>

#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/zone_logs.hpp"
#include "suite/model/zones.hpp"

namespace replaybench::evaluators::largest_zones {

namespace {

struct LargestZonesOptions {
  std::shared_ptr<const Evaluator> of;
  std::size_t zones = 8;
};

/// Columns of the inner evaluator, then columns of the zone.
struct LargestZonesColumns : RowSchema {
  explicit LargestZonesColumns(const RowSchema& inner) : RowSchema(inner) {}
  RowColumn zone = add("zone");
  RowColumn zone_records = add("zone_records", Role::count);
  RowColumn actions = add("actions", Role::count);
  RowColumn featureless = add("featureless");
};

// Fraction of contexts with no feature but the last, the constant one.
double featureless_share(const Log& log) {
  std::size_t without = 0;
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const auto values = contexts[i].values();
    without += values.empty() ||
               std::all_of(values.begin(), values.end() - 1, [](double x) { return x == 0; });
  }
  return static_cast<double>(without) / static_cast<double>(log.size());
}

class LargestZones final : public Evaluator {
 public:
  /// Throws SpecErrors when a column of the inner evaluator has the name of one of these.
  explicit LargestZones(LargestZonesOptions options)
      : options_(std::move(options)),
        columns_(estimation::extended<LargestZonesColumns>("largest_zones", *options_.of)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions = options_.of->assumptions();
    assumptions.constant_pool = false;
    return assumptions;
  }
  const RowSchema& schema() const override { return columns_; }
  /// O(records) and what `of` costs; memory: the log and a zone. Throws NotApplicable if the log
  /// is empty, and if `of` does. Fewer rows if the log has fewer zones.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const auto zones = zones_of(*log);
    if (zones.empty()) throw NotApplicable("the log is empty: it has no zone");
    std::vector<std::size_t> order(zones.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return zones[a].records > zones[b].records;
    });
    order.resize(std::min(order.size(), options_.zones));
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      const Zone& zone = zones[order[rank]];
      const auto own =
          std::make_shared<const Log>(estimation::zone_log(*log, zone.first, zone.records));
      Trial in_zone = trial.with_log(own, replicate_key(trial.policy_stream(), order[rank]));
      const std::size_t before = rows.size();
      options_.of->evaluate(in_zone, rows);
      const double featureless = featureless_share(*own);
      for (std::size_t i = before; i < rows.size(); ++i) {
        rows[i] =
            columns_.row(rank + 1, rows[i],
                         {columns_.zone(order[rank] + 1), columns_.zone_records(zone.records),
                          columns_.actions(own->action_count), columns_.featureless(featureless)});
      }
    }
  }

 private:
  LargestZonesOptions options_;
  LargestZonesColumns columns_;
};

struct UserOptions : LargestZonesOptions {
  std::string of_text = "replay";
};

std::shared_ptr<const Evaluator> make(const UserOptions& written) {
  LargestZonesOptions options = written;
  options.of = estimation::make_evaluator(estimation::inner_evaluator(
      "largest_zones", "of", written.of_text, "a zone is a part of a log"));
  return std::make_shared<LargestZones>(std::move(options));
}

const auto parameters = bind_parameters<UserOptions>(
    estimation::of_parameter(&UserOptions::of_text),
    integer(&UserOptions::zones, "zones", "how many zones").at_least(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "largest_zones",
     .group = Group::wrappers,
     .summary = "any evaluator on the largest stretches of constant pool, each as its own log",
     .source = "thesis table 4.1 (section 4.5, p. 117)",
     .revision = 3,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Logs whose pool changes, and evaluators that ask for a constant one. Not for evaluators "
         "that play the environment. Each row is about one zone: none is an estimate for the log.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::largest_zones

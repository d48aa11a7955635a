#include "evaluators/largest_zones/largest_zones.hpp"

#include <algorithm>
#include <numeric>

#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/zone_logs.hpp"
#include "suite/model/zones.hpp"

namespace replaybench::evaluators::largest_zones {

namespace {

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

}  // namespace

LogAssumptions LargestZones::assumptions() const {
  LogAssumptions assumptions = options_.of->assumptions();
  assumptions.constant_pool = false;
  return assumptions;
}

void LargestZones::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
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

namespace {

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
         "that "
         "play the environment. Each row is about one zone: none is an estimate for the log.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::largest_zones

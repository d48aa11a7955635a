#pragma once
// Any evaluator on the largest zones of a log, each taken as a log of its own.
//
// Source: table 4.1 (thesis, section 4.5, p. 117: classifiers on the 8 largest zones of the R6B
// log); zones: figure 4.16 (section 4.4.3, p. 114), suite/model/zones.hpp. In a zone the pool is
// constant, which classify-to-recommend asks for (section 4.4.3, p. 114); its actions are numbered
// 0 .. K - 1 anew.
//
//   thesis       here
//   zone index   the column `zone`, from 1
//
// Columns of `of`, then zone, its number in the log's order; zone_records; actions, the size
// of its pool; featureless, the share of its records whose context is only the constant (the
// nights). One row a zone for each row of `of`, the largest first; the row's step is the zone's
// rank, from 1. Zones of equal size in the log's order.

#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"

namespace replaybench::evaluators::largest_zones {

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

class LargestZones final : public Evaluator {
 public:
  /// Throws SpecErrors when a column of the inner evaluator has the name of one of these.
  explicit LargestZones(LargestZonesOptions options)
      : options_(std::move(options)),
        columns_(estimation::extended<LargestZonesColumns>("largest_zones", *options_.of)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override { return columns_; }
  /// O(records) and what `of` costs; memory: the log and a zone. Throws NotApplicable if the log
  /// is empty, and if `of` does. Fewer rows if the log has fewer zones.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  LargestZonesOptions options_;
  LargestZonesColumns columns_;
};

}  // namespace replaybench::evaluators::largest_zones

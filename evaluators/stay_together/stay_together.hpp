#pragma once
// Any evaluator on the longest part of a log in which the same actions stay together, on the records
// of these actions alone, taken as a log of its own.
//
// Source: thesis, appendix B.4 (p. 242): "the longest part of this dataset in which the same ten news
// remain alive together", of which it keeps "the records concerning these news" and not those "for
// which no features were available". How it chose the ten is not stated: suite/model/zones.hpp has
// the rule here. The actions are numbered 0 .. n - 1 anew; if the log is uniform over its pool, the
// part is uniform over them.
//
// Columns: those of `of`, then first, the first record of the part, from 0; part_records, its length
// in the whole log; kept, the records of the n actions that are left; kept_reward, their mean reward.

#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"

namespace replaybench::evaluators::stay_together {

struct StayTogetherOptions {
  std::shared_ptr<const Evaluator> of;
  std::size_t actions = 10;
  bool featureless = false;  ///< keeps records whose context is only the constant
};

/// The columns of the inner evaluator, and those of the part.
struct StayTogetherColumns : RowSchema {
  explicit StayTogetherColumns(const RowSchema& inner) : RowSchema(inner) {}
  RowColumn first = add("first");
  RowColumn part_records = add("part_records", Role::count);
  RowColumn kept = add("kept", Role::count);
  RowColumn kept_reward = add("kept_reward");
};

class StayTogether final : public Evaluator {
 public:
  /// Throws SpecErrors when a column of the inner evaluator has the name of one of these.
  explicit StayTogether(StayTogetherOptions options)
      : options_(std::move(options)),
        columns_(estimation::extended<StayTogetherColumns>("stay_together", *options_.of)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override { return columns_; }
  /// The rows of `of` on the part. O(records) and what `of` costs; memory: the log and the part. Throws
  /// NotApplicable when no n actions are ever available together or none of their records is left, and
  /// where `of` does.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  StayTogetherOptions options_;
  StayTogetherColumns columns_;
};

}  // namespace replaybench::evaluators::stay_together

// Any evaluator on the longest part of a log in which the same actions stay together, on the records
// of these actions only, as a separate log.
//
// Source: thesis, appendix B.4 (p. 242): "the longest part of this dataset in which the same ten news
// remain alive together", of which it keeps "the records concerning these news" and not those "for
// which no features were available". How it chose the ten is not stated: suite/model/zones.hpp has
// the rule here. The actions are numbered 0 .. n - 1 anew; if the log is uniform over its pool, the
// part is uniform over them.
//
// Columns: those of `of`, then first, the first record of the part, from 0; part_records, its length
// in the whole log; kept, the records of the n actions that are left; kept_reward, their mean reward.

#include <algorithm>

#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/model/zones.hpp"

namespace replaybench::evaluators::stay_together {

namespace {

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

bool has_features(const Context& context) {
  const auto values = context.values();
  return !values.empty() &&
         std::any_of(values.begin(), values.end() - 1, [](double x) { return x != 0; });
}

/// The records of the range that logged one of its actions, which are numbered 0, 1, ... anew.
Log log_of(const Log& log, const CommonRange& range, bool featureless) {
  ContextReader contexts(log);
  std::vector<std::uint32_t> records;
  for (std::size_t i = range.first; i < range.first + range.records; ++i) {
    if (std::ranges::binary_search(range.actions, log.actions[i]) &&
        (featureless || has_features(contexts[i]))) {
      records.push_back(static_cast<std::uint32_t>(i));
    }
  }
  Log part = log.select(records);
  for (Action& action : part.actions) {
    action = static_cast<Action>(std::ranges::lower_bound(range.actions, action) -
                                 range.actions.begin());
  }
  part.action_count = static_cast<Action>(range.actions.size());
  part.pools.clear();
  part.pool_table = PoolTable();
  part.action_names.clear();
  if (!log.action_names.empty()) {
    for (const Action action : range.actions) part.action_names.push_back(log.action_names[action]);
  }
  return part;
}

double mean_reward(const Log& log) {
  double sum = 0;
  for (const double reward : log.rewards) sum += reward;
  return sum / static_cast<double>(log.size());
}

class StayTogether final : public Evaluator {
 public:
  /// Throws SpecErrors when a column of the inner evaluator has the name of one of these.
  explicit StayTogether(StayTogetherOptions options)
      : options_(std::move(options)),
        columns_(estimation::extended<StayTogetherColumns>("stay_together", *options_.of)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions = options_.of->assumptions();
    assumptions.constant_pool = false;
    return assumptions;
  }
  const RowSchema& schema() const override { return columns_; }
  /// The rows of `of` on the part. O(records) and what `of` costs; memory: the log and the part. Throws
  /// NotApplicable when no n actions are ever available together or none of their records is left, and
  /// where `of` does.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const CommonRange range = longest_common_range(*log, options_.actions);
    const auto part = std::make_shared<const Log>(log_of(*log, range, options_.featureless));
    if (part->size() == 0) {
      throw NotApplicable("no " + std::to_string(options_.actions) +
                          " actions are available together, or none of their records is left");
    }
    Trial in_part = trial.with_log(part, trial.policy_stream());
    const std::size_t before = rows.size();
    options_.of->evaluate(in_part, rows);
    const double reward = mean_reward(*part);
    for (std::size_t i = before; i < rows.size(); ++i) {
      rows[i] = columns_.row(rows[i].step, rows[i],
                             {columns_.first(range.first), columns_.part_records(range.records),
                              columns_.kept(part->size()), columns_.kept_reward(reward)});
    }
  }

 private:
  StayTogetherOptions options_;
  StayTogetherColumns columns_;
};

struct UserOptions : StayTogetherOptions {
  std::string of_text = "replay";
};

std::shared_ptr<const Evaluator> make(const UserOptions& written) {
  StayTogetherOptions options = written;
  options.of = estimation::make_evaluator(estimation::inner_evaluator(
      "stay_together", "of", written.of_text, "what is evaluated is a part of a log"));
  return std::make_shared<StayTogether>(std::move(options));
}

const auto parameters = bind_parameters<UserOptions>(
    estimation::of_parameter(&UserOptions::of_text),
    integer(&UserOptions::actions, "actions", "how many actions stay together")
        .at_least(1)
        .source("thesis, appendix B.4 (p. 242): ten"),
    boolean(&UserOptions::featureless, "featureless",
            "keep the records that have no feature but the constant"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "stay_together",
     .group = Group::wrappers,
     .summary =
         "any evaluator on the longest part of a log in which the same actions stay available",
     .source = "thesis appendix B.4 (p. 242)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Logs whose pool changes, and evaluators that ask for a constant one, where no stretch of "
         "constant pool is long enough. Not for evaluators that play the environment. The rows are "
         "about some of the actions for some of the time: none is an estimate for the log.",
     .properties = {.estimates_value = false}}};

}  // namespace replaybench::evaluators::stay_together

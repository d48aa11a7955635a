#include "evaluators/importance_bred/importance_bred.hpp"

#include <fmt/core.h>

#include <cmath>

namespace replaybench::evaluators::importance_bred {

namespace {

const estimation::WithSupport<estimation::PassColumns>& result() {
  static const estimation::WithSupport<estimation::PassColumns> columns;
  return columns;
}

estimation::ResampledReplayOptions by_importance(estimation::ResampledReplayOptions options) {
  options.by_importance = true;
  return options;
}

}  // namespace

ImportanceBred::ImportanceBred(estimation::ResampledReplayOptions options)
    : jitters_(options.jitter.wanted()),
      replay_("importance_bred", by_importance(std::move(options))) {}

const RowSchema& ImportanceBred::schema() const { return result(); }

void ImportanceBred::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  std::vector<ResultRow> plain;
  replay_.evaluate(trial, plain);
  const estimation::RecordSupport support = estimation::record_support(*trial.log());
  for (const ResultRow& row : plain) rows.push_back(result().extend(row, support));
}

std::vector<std::string> ImportanceBred::remarks(const Log& log, const Agent& agent,
                                                 const ResultRow& row) const {
  const auto& c = result();
  auto remarks = estimation::support_remarks(log, agent);
  const auto add = [&remarks](std::vector<std::string> more) {
    for (std::string& remark : more) remarks.push_back(std::move(remark));
  };
  if (std::isfinite(row[c.distinct])) {
    remarks.push_back(
        fmt::format("acceptance {:.3f} of what uniform logging gives; {:.1f} % of the records were "
                    "learned from, each {:.1f} times",
                    row[c.acceptance], 100 * row[c.distinct], row[c.copies]));
  }
  if (row[c.empty] > 0) {
    remarks.push_back(
        fmt::format("{:.0f} resamples accepted nothing and count as 0", row[c.empty]));
  }
  add(estimation::importance_acceptance_remarks(log, agent, row[c.acceptance]));
  add(estimation::no_interval_remarks("importance_bred", agent, row));
  if (!agent.learns()) {
    remarks.push_back(
        "a static policy: red_inf{weights=\"propensity\"} gives the same without the noise of "
        "resampling");
  } else if (log.dimension > 1 && agent.uses_contexts() && !jitters_) {
    remarks.push_back(
        "no jitter: an algorithm that uses the features overfits the copies of each record. "
        "Compare with importance_t_bred");
  }
  return remarks;
}

namespace {

std::shared_ptr<const Evaluator> make(const estimation::ResampledReplayOptions& options) {
  estimation::require_consistent("importance_bred", options);
  return std::make_shared<ImportanceBred>(options);
}

const auto parameters = estimation::resampled_replay_parameters(/*by_importance=*/true);

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "importance_bred",
     .group = Group::bred,
     .is_core = true,
     .summary = "BRED on a skewed log: draws in proportion to 1/propensity",
     .source = "ours; BRED: thesis algorithm 12 (section 5.3.2, p. 126)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .aliases = "ir_bred"},
    {.make = parameters.factory(make),
     .applicability =
         "Any algorithm on a log with known propensities above 0, from an environment that does "
         "not "
         "change: the reward of as many interactions as the log has records. Too high with fewer "
         "than "
         "about 50 effective records behind an action, and, with features and without jitter, by "
         "overfitting.",
     .properties = {.on_known_propensities = "importance_bred for a policy that learns"}}};

}  // namespace replaybench::evaluators::importance_bred

#include "evaluators/replay_star/replay_star.hpp"

#include "suite/estimation/known_policy.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/model/counted_replay.hpp"

namespace replaybench::evaluators::replay_star {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn reward_sum = add(Role::reward_sum);
} result{};

}  // namespace

const RowSchema& ReplayStar::schema() const { return result; }

void ReplayStar::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  run(trial, rows, nullptr);
}

EstimateBasis ReplayStar::evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const {
  EstimateBasis basis;
  run(trial, rows, &basis);
  return basis;
}

void ReplayStar::run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const {
  const auto log = trial.log();
  if (weighting_.kind == estimation::WeightKind::none && log->has_pools()) {
    throw NotApplicable("the pool of actions changes: replay_star needs weights = \"pool_size\"");
  }
  const std::vector<double> weights = estimation::record_weights(*log, weighting_);
  ReplayOptions options;
  options.weights = weights;
  std::vector<std::uint32_t> records;
  if (basis) options.accepted_records = &records;
  Agent agent = trial.agent();
  Sums sums =
      counted_replay(agent, *log, Schedule::in_order(*log), trial.policy_stream(), options).sums;

  const double factor = weighting_.kind == estimation::WeightKind::none ? log->action_count : 1;
  const double n = static_cast<double>(log->size());
  const double sum = factor * sums.reward();
  sums.terms.add_unused(log->size() - sums.accepted);
  const double error = factor * sums.terms.combine(terms::Combination::mean).standard_error;
  rows.push_back(result.row(
      log->size(), {result.estimate(log->size() == 0 ? 0 : sum / n), result.standard_error(error),
                    result.accepted(sums.accepted), result.records(n), result.reward_sum(sum)}));
  if (basis) {
    *basis = estimation::basis_of_accepted(EstimateForm::mean, *log, weighting_, weights, records);
  }
}

std::vector<std::string> ReplayStar::remarks(const Log& log, const Agent& agent,
                                             const ResultRow& row) const {
  auto remarks = estimation::remark_on_frequencies(weighting_);
  for (std::string& remark : estimation::remark_on_known_policy(
           log, agent, row[result.accepted],
           "red_inf" + estimation::weighting_text(weighting_, "star=true"))) {
    remarks.push_back(std::move(remark));
  }
  return remarks;
}

namespace {

std::shared_ptr<const Evaluator> make(const estimation::Weighting& weighting) {
  return std::make_shared<ReplayStar>(weighting);
}

const auto parameters = estimation::weighting_parameters();

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "replay_star",
     .group = Group::replay,
     .summary = "revealed rewards over the expected number of accepted records",
     .source = "thesis, section 3.5.2 (p. 77)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Static policies on a log of uniformly random actions, or with known propensities."}};

}  // namespace replaybench::evaluators::replay_star

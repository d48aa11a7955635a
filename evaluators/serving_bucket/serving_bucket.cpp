// A model that learns from a bucket of random visits, and serves other visits: its offline
// evaluation on the random bucket, and its value online.
//
// Source: Li, Chu, Langford, Wang, "Unbiased offline evaluation of contextual-bandit-based news
// article recommendation algorithms", WSDM 2011, section 4.5, figures 6 and 7: "another bucket to
// collect random exploration data. This random data is used to update the states of three online
// bandit models and also used for our offline evaluation".
//
//   paper                     here
//   random bucket             the log: the model learns from each record, whether it agrees or not
//   g_offline                 estimate: mean reward of the records on which the model agrees; it
//                             chooses before it learns from the record
//   online (serving) bucket   at each record one visit of the live environment, at the same step,
//   is served
//   g_online                  online: mean of E[r | context, action] over those visits
//   rho = g_offline / g_online   ratio
//
// It is not algorithm 2 of the paper, where only the records on which the model agrees teach: that
// is `replay`, which shows T/K interactions instead of T. Here both sides have
// learned from the same records at every moment, so there is no time acceleration. A model that
// explores by itself does so on both sides; emp, semp and cemp with epsilon = 0 and learn_from =
// "all" are the paper's.
//
// Left out: the business rules of the paper's page, which multiply online rates by a factor of the
// day that is not known (hence its ratios); models there are renewed every few minutes.

#include <limits>

#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::evaluators::serving_bucket {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn online = add("online");
  RowColumn ratio = add("ratio");
} result{};

/// Null for a file.
std::unique_ptr<Environment> live_environment(const Trial& trial) {
  try {
    return trial.environment();
  } catch (const NotApplicable&) {
    return nullptr;
  }
}

/// The visits of the serving bucket.
class ServedVisits {
 public:
  ServedVisits(std::unique_ptr<Environment> environment, StreamKey policy)
      : environment_(std::move(environment)), policy_(policy) {}

  void serve(const Agent& agent, std::uint64_t step) {
    if (!environment_) return;
    environment_->observe(step);
    const Context context = environment_->context();
    Draws draws(policy_, step);
    const Action action = agent.choose(context, environment_->actions(), draws);
    expected_.add(environment_->expected_reward(context, action, Knowledge::full));
  }
  double mean(std::uint64_t visits) const {
    return environment_ ? expected_.value() / static_cast<double>(visits)
                        : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  std::unique_ptr<Environment> environment_;
  StreamKey policy_;
  numeric::Sum expected_;
};

class ServingBucket final : public BasisEvaluator {
 public:
  explicit ServingBucket(estimation::Weighting weighting) : weighting_(weighting) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(weighting_);
  }
  /// estimate, standard_error, accepted, records   as `replay`
  /// online    value of the served visits; NaN for a file
  /// ratio     estimate / online
  const RowSchema& schema() const override { return result; }
  std::vector<std::string> remarks(const Log&, const Agent&, const ResultRow&) const override {
    return {
        "the algorithm learned from every record, whatever it would have chosen: this is the value "
        "of a model that learns from a random bucket of this size, not of an algorithm that "
        "collects its own data"};
  }

 private:
  /// One row whose step is the size of the log. O(T) chooses and updates.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    const std::vector<double> weights = estimation::record_weights(*log, weighting_);
    ServedVisits serving(live_environment(trial),
                         replicate_key(trial.policy_stream(), std::uint64_t{1} << 52));
    Agent agent = trial.agent();
    const bool reads = agent.uses_contexts();
    ContextReader contexts(*log);
    Sums sums;
    std::vector<std::uint32_t> records;
    for (std::size_t i = 0; i < log->size(); ++i) {
      const Context context = reads ? contexts[i] : Context();
      const ActionSet actions = log->available(i);
      Draws draws(trial.policy_stream(), i);
      if (agent.choose(context, actions, draws) == log->actions[i]) {
        sums.accept(weights.empty() ? 1.0 : weights[i], log->rewards[i]);
        if (basis) records.push_back(static_cast<std::uint32_t>(i));
      }
      serving.serve(agent, i);
      agent.update(context, actions, log->actions[i], log->rewards[i]);
    }
    const double online = serving.mean(log->size());
    const double estimate = estimation::ratio_estimate(sums);
    rows.push_back(result.row(
        log->size(),
        {result.estimate(estimate), result.standard_error(estimation::ratio_standard_error(sums)),
         result.accepted(sums.accepted), result.records(log->size()), result.online(online),
         result.ratio(estimate / online)}));
    if (basis) {
      *basis =
          estimation::basis_of_accepted(EstimateForm::ratio, *log, weighting_, weights, records);
    }
  }
  estimation::Weighting weighting_;
};

std::shared_ptr<const Evaluator> make(const estimation::Weighting& weighting) {
  return std::make_shared<ServingBucket>(weighting);
}

const auto parameters = estimation::weighting_parameters();

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "serving_bucket",
     .group = Group::replay,
     .summary = "a model that learns from a random bucket: its replay estimate there, against its "
                "reward on the visits that it serves",
     .source = "Li, Chu, Langford, Wang, WSDM 2011, section 4.5",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "A model that learns from random visits and is served to others, on the log "
                      "of the random visits; its value online where there is a simulator."}};

}  // namespace replaybench::evaluators::serving_bucket

// A deterministic policy with real-valued actions, estimated from a log of another one by kernels. The
// policy plays the best dose plus `offset`, cut to the range; the algorithm plays no part.
//
// Source: Kallus, Zhou 2018; suite/offpolicy/kernel_estimators.hpp has the formulas.
// The model of the doubly robust estimators is given, not learned: the truth, or a line that falls with
// the dose for any context.

#include <algorithm>

#include "suite/component/registry.hpp"
#include "suite/model/dose_world.hpp"
#include "suite/offpolicy/kernel_evaluator.hpp"

namespace replaybench::evaluators::kernel_policy {

namespace {

enum class DoseModel { right, wrong };

struct KernelPolicyOptions {
  offpolicy::KernelEstimator estimator = offpolicy::KernelEstimator::snips;
  offpolicy::Kernel kernel = offpolicy::Kernel::epanechnikov;
  double bandwidth = 0;  ///< 0: chosen by SLOPE++
  bool in_range = true;
  double offset = 0;
  DoseModel model = DoseModel::right;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn truth = add(Role::truth);
  RowColumn bandwidth = add("bandwidth");
  RowColumn effective = add("effective");
  RowColumn mean_weight = add("mean_weight");
  RowColumn within = add("within");
} result{};

class KernelPolicy final : public Evaluator {
 public:
  explicit KernelPolicy(const KernelPolicyOptions& options) : options_(options) {}
  const RowSchema& schema() const override { return result; }
  /// Throws NotApplicable if the environment's actions are no real numbers, or without a horizon.
  /// The log, of as many records as the horizon, is drawn from the stream of the policy.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto environment = trial.environment();
    const auto* world = dynamic_cast<const DoseWorld*>(environment.get());
    if (!world)
      throw NotApplicable("kernel_policy: the actions of this environment are no numbers");
    if (trial.horizon() == 0) throw NotApplicable("kernel_policy needs a horizon");
    const StreamKey key = replicate_key(trial.policy_stream(), 0);
    DoseLog log;
    log.targets.resize(1);
    log.targets[0].name = "target";
    for (std::uint64_t step = 0; step < trial.horizon(); ++step) {
      const DoseRecord record = world->log_record(key, step);
      const double target = dose(*world, record.context);
      log.actions.push_back(record.action);
      log.rewards.push_back(record.reward);
      log.densities.push_back(record.density);
      log.q.push_back(predicted(*world, record.context, record.action));
      log.targets[0].actions.push_back(target);
      log.targets[0].q.push_back(predicted(*world, record.context, target));
    }
    offpolicy::KernelOptions kernel{.kernel = options_.kernel};
    if (options_.in_range) kernel.range = world->range();
    offpolicy::KernelEstimate of;
    if (options_.bandwidth > 0) {
      of = offpolicy::estimate_kernel(log, 0, options_.estimator, options_.bandwidth, kernel);
    } else {
      const auto grid = offpolicy::bandwidth_grid(log);
      of = offpolicy::choose_bandwidth(log, 0, options_.estimator, grid, kernel).chosen();
    }
    const auto interval = offpolicy::normal_interval(of.estimate, 0.95);
    double truth = 0;
    for (std::size_t c = 0; c < world->dose_contexts(); ++c) {
      truth += world->mean_reward(c, dose(*world, c)) / static_cast<double>(world->dose_contexts());
    }
    rows.push_back(result.row(
        trial.horizon(),
        {result.estimate(of.estimate.value), result.standard_error(of.estimate.standard_error),
         result.low(interval.low), result.high(interval.high), result.truth(truth),
         result.bandwidth(of.bandwidth), result.effective(of.weights.effective),
         result.mean_weight(of.weights.mean), result.within(of.within)}));
  }

 private:
  double dose(const DoseWorld& world, std::size_t context) const {
    const ActionRange range = world.range();
    return std::clamp(world.best_dose(context) + options_.offset, range.low, range.high);
  }
  double predicted(const DoseWorld& world, std::size_t context, double action) const {
    return options_.model == DoseModel::right ? world.mean_reward(context, action)
                                              : 0.8 - 0.6 * action;
  }

  KernelPolicyOptions options_;
};

using offpolicy::KernelEstimator;

const auto parameters = bind_parameters<KernelPolicyOptions>(
    choice(&KernelPolicyOptions::estimator, "estimator",
           {{"kernel_ips", KernelEstimator::ips},
            {"kernel_snips", KernelEstimator::snips},
            {"kernel_dr", KernelEstimator::dr},
            {"kernel_dr_logged", KernelEstimator::dr_logged}},
           "which estimate; suite/offpolicy/kernel_estimators.hpp has the formulas"),
    offpolicy::kernel_parameter(&KernelPolicyOptions::kernel),
    real(&KernelPolicyOptions::bandwidth, "bandwidth",
         "width of the kernel, in units of the action; 0: chosen by SLOPE++")
        .at_least(0)
        .finite(),
    boolean(&KernelPolicyOptions::in_range, "in_range",
            "divide by the kernel's share within the range of actions"),
    real(&KernelPolicyOptions::offset, "offset",
         "the evaluated policy's dose above the best one, cut to the range")
        .finite(),
    choice(&KernelPolicyOptions::model, "model",
           {{"right", DoseModel::right}, {"wrong", DoseModel::wrong}},
           "of the doubly robust estimators: the truth, or a line that falls with the dose"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "kernel_policy",
     .group = Group::policy_measures,
     .summary = "a policy with real-valued actions, by kernels around the logged ones",
     .source = "Kallus, Zhou 2018",
     .revision = 3,  // bandwidths that are worse in both respects are not chosen
     .parameters = parameters.described()},
    {.make = parameters.factory(
         [](const KernelPolicyOptions& options) -> std::shared_ptr<const Evaluator> {
           return std::make_shared<KernelPolicy>(options);
         }),
     .applicability = "Environments whose actions are real numbers: doses. The algorithm plays no "
                      "part; `replaybench continuous` estimates your own policies on your own log.",
     .properties = {.estimates_value = false, .plays_environment = true}}};

}  // namespace replaybench::evaluators::kernel_policy

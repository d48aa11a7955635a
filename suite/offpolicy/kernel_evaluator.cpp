#include "suite/offpolicy/kernel_evaluator.hpp"

#include <fmt/format.h>

#include "suite/estimation/shared_parameters.hpp"

namespace replaybench::offpolicy {

namespace {

const struct : TermColumns {
  RowColumn bandwidth = add("bandwidth");
  RowColumn within = add("within");
  RowColumn near_end = add("near_end");
} kernel_columns{};

KernelOptions options_of(const KernelEvaluatorOptions& options) {
  KernelOptions result{.kernel = options.kernel};
  if (!options.range.empty()) result.range = ActionRange{options.range[0], options.range[1]};
  return result;
}

}  // namespace

KernelEvaluator::KernelEvaluator(std::string owner, KernelEstimator estimator,
                                 KernelEvaluatorOptions options)
    : owner_(std::move(owner)), estimator_(estimator), options_(std::move(options)) {
  const auto& range = options_.range;
  if (range.empty() || (range.size() == 2 && range[0] < range[1])) return;
  throw SpecErrors(
      fmt::format("{}: range=[{}] is no range; allowed: two numbers, the lower one first", owner_,
                  fmt::join(range, ", ")));
}

const RowSchema& KernelEvaluator::schema() const { return kernel_columns; }

struct KernelEvaluator::Result {
  PolicyTerms terms;
  ResultRow row;
};

KernelEvaluator::Result KernelEvaluator::result_of(Trial& trial) const {
  const auto doses = trial.doses();
  const std::size_t target = doses->target(given_target_of(owner_, trial));
  const KernelOptions options = options_of(options_);
  std::vector<double> bandwidths{options_.bandwidth};
  if (options_.bandwidth == 0) {
    bandwidths = options_.candidates.empty() ? bandwidth_grid(*doses) : options_.candidates;
  }
  const BandwidthChoice choice = choose_bandwidth(*doses, target, estimator_, bandwidths, options);
  const KernelEstimate& chosen = choice.chosen();
  Result result{terms_of_doses(*doses, target, estimator_, chosen.bandwidth, options), {}};
  result.row = kernel_columns.row(
      doses->size(), row_of(result.terms, options_.level),
      {kernel_columns.bandwidth(chosen.bandwidth), kernel_columns.within(chosen.within),
       kernel_columns.near_end(chosen.near_end)});
  return result;
}

void KernelEvaluator::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  rows.push_back(result_of(trial).row);
}

EstimateBasis KernelEvaluator::evaluate_with_basis(Trial& trial,
                                                   std::vector<ResultRow>& rows) const {
  Result result = result_of(trial);
  rows.push_back(std::move(result.row));
  EstimateBasis basis = basis_of(result.terms, options_.level);
  basis.biased = true;  // for the policy that is not smoothed
  return basis;
}

std::vector<std::string> KernelEvaluator::remarks(const Log&, const Agent&,
                                                  const ResultRow& row) const {
  const auto percent = [&](const RowColumn& column) {
    return fmt::format("{:.3g}%", 100 * row[column]);
  };
  std::vector<std::string> remarks{fmt::format(
      "bandwidth {:.4g}: in {} of the records the logged action is within it of the policy's",
      row[kernel_columns.bandwidth], percent(kernel_columns.within))};
  if (options_.bandwidth == 0) {
    remarks.push_back(
        "SLOPE++ chose the bandwidth on the same records, which the interval does not know; "
        "bandwidth=H fixes it");
  }
  constexpr double few_near_an_end = 0.01;
  if (!(row[kernel_columns.near_end] >= few_near_an_end)) return remarks;
  remarks.push_back(
      percent(kernel_columns.near_end) +
      (options_.range.empty()
           ? " of the policy's actions are within a bandwidth of the least or the largest logged "
             "action: if no action exists beyond it, a part of the kernel is lost; range=[LOW, "
             "HIGH] "
             "gives it back"
           : " of the policy's actions are within a bandwidth of an end of the range: what is "
             "smoothed there lies on one side, and its bias falls as h, not as h^2"));
  return remarks;
}

EvaluatorDescription kernel_evaluator(KernelEstimator estimator, ComponentDescription of,
                                      const std::string& applicability) {
  const auto parameters = bind_parameters<KernelEvaluatorOptions>(
      kernel_parameter(&KernelEvaluatorOptions::kernel),
      real(&KernelEvaluatorOptions::bandwidth, "bandwidth",
           "width of the kernel, in units of the action; 0: chosen among `candidates` by SLOPE++")
          .at_least(0)
          .finite()
          .source("Tucker, Lee 2021 (SLOPE++)"),
      reals(&KernelEvaluatorOptions::candidates, "candidates",
            "bandwidths to choose from; not given: ten, from twice the standard deviation of the "
            "logged actions down by factors of the root of two")
          .above(0)
          .finite(),
      reals(&KernelEvaluatorOptions::range, "range",
            "the least and the largest action that exist; not given: not known")
          .finite(),
      estimation::level_parameter(&KernelEvaluatorOptions::level));
  EvaluatorDescription description;
  static_cast<ComponentDescription&>(description) = std::move(of);
  description.parameters = parameters.described();
  description.make = parameters.factory(
      [estimator, owner = description.name](const KernelEvaluatorOptions& options) {
        return std::make_shared<const KernelEvaluator>(owner, estimator, options);
      });
  description.applicability =
      "For a log of real-valued actions and deterministic policies whose actions its columns "
      "give. " +
      applicability;
  description.properties.reads = LogKind::doses;
  return description;
}

}  // namespace replaybench::offpolicy

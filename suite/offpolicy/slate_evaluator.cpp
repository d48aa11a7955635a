#include "suite/offpolicy/slate_evaluator.hpp"

#include "suite/estimation/shared_parameters.hpp"

namespace replaybench::offpolicy {

SlateEvaluator::SlateEvaluator(std::string owner, SlateEstimator estimator,
                               const SlateEvaluatorOptions& options)
    : owner_(std::move(owner)), estimator_(estimator), options_(options) {
  if (options.self_normalised) estimator_ = SlateEstimator::sn_pseudo_inverse;
  if (options.slates.actions > 0 && options.slates.logger == SlateLogger::product) {
    throw SpecErrors(owner_ + ": actions is for logger=\"uniform_ranking\"");
  }
}

PolicyTerms SlateEvaluator::terms_of(Trial& trial) const {
  const auto slates = trial.slates();
  given_target_of(owner_, trial);
  return terms_of_slates(*slates, estimator_, options_.slates);
}

void SlateEvaluator::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  rows.push_back(row_of(terms_of(trial), options_.level));
}

EstimateBasis SlateEvaluator::evaluate_with_basis(Trial& trial,
                                                  std::vector<ResultRow>& rows) const {
  const PolicyTerms terms = terms_of(trial);
  rows.push_back(row_of(terms, options_.level));
  return basis_of(terms, options_.level);
}

namespace {

Binding<SlateOptions> logger_parameters() {
  auto logger =
      choice(&SlateOptions::logger, "logger",
             {{"product", SlateLogger::product}, {"uniform_ranking", SlateLogger::uniform_ranking}},
             "how the log's slates were made: each slot by itself, or a ranking of "
             "different actions in which each order is equally likely");
  auto actions = integer(&SlateOptions::actions, "actions",
                         "number of actions that a uniform ranking chose from; 0: those in the log")
                     .at_least(0);
  return bind_parameters<SlateOptions>(std::move(logger), std::move(actions));
}

}  // namespace

EvaluatorDescription slate_evaluator(SlateEstimator estimator, ComponentDescription of,
                                     const std::string& applicability) {
  auto level = estimation::level_parameter(&SlateEvaluatorOptions::level);
  const auto parameters =
      estimator == SlateEstimator::pseudo_inverse
          ? bind_parameters<SlateEvaluatorOptions>(
                group(&SlateEvaluatorOptions::slates, logger_parameters()),
                boolean(&SlateEvaluatorOptions::self_normalised, "self_normalised",
                        "divide by the sum of the weights in place of their number: a bias of "
                        "order 1/n, and less variance"),
                std::move(level))
          : bind_parameters<SlateEvaluatorOptions>(std::move(level));
  EvaluatorDescription description;
  static_cast<ComponentDescription&>(description) = std::move(of);
  description.parameters = parameters.described();
  description.make = parameters.factory(
      [estimator, owner = description.name](const SlateEvaluatorOptions& options) {
        return std::make_shared<const SlateEvaluator>(owner, estimator, options);
      });
  description.applicability =
      "For a log of slates and the policy that its columns give. " + applicability;
  description.properties.reads = LogKind::slates;
  return description;
}

}  // namespace replaybench::offpolicy

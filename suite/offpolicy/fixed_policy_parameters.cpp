#include "suite/estimation/shared_parameters.hpp"
#include "suite/offpolicy/fixed_policy.hpp"

namespace replaybench::offpolicy {

namespace {

BoundParameter<IntervalOptions> least_reward_parameter(double IntervalOptions::*member) {
  return real(member, "least_reward", "of anytime and betting: the lowest possible reward");
}

BoundParameter<IntervalOptions> most_reward_parameter(double IntervalOptions::*member) {
  return real(member, "most_reward", "of anytime and betting: the highest possible reward");
}

// The candidates have the range of the parameter that they are for, which is described first.
void limit_candidates(std::vector<ParameterInfo>& described) {
  for (ParameterInfo& info : described) {
    if (info.name != "grid") continue;
    const ParameterInfo& own = described.front();
    info.lowest = own.lowest;
    info.highest = own.highest;
    info.lowest_open = own.lowest_open;
    info.highest_open = own.highest_open;
  }
}

}  // namespace

Binding<IntervalOptions> interval_parameters(bool anytime) {
  std::vector<Named<IntervalKind>> kinds{{"normal", IntervalKind::normal},
                                         {"student", IntervalKind::student},
                                         {"bootstrap", IntervalKind::bootstrap},
                                         {"hoeffding", IntervalKind::hoeffding},
                                         {"bernstein", IntervalKind::bernstein}};
  auto binding = [&] {
    if (anytime) {
      kinds.push_back({"anytime", IntervalKind::anytime});
      kinds.push_back({"betting", IntervalKind::betting});
    }
    return choice(&IntervalOptions::kind, "interval", kinds,
                  "how the interval is computed: from the standard error (of a ratio by the delta "
                  "method; if not given, evaluate shows one that suits the rewards), from "
                  "resamples of the records, from a given range of the terms" +
                      std::string(anytime ? ", or valid at any time (anytime; betting is narrower)"
                                          : ""))
        .source("Maurer, Pontil 2009 (bernstein)" +
                std::string(anytime ? "; Karampatziakis, Mineiro, Ramdas 2021 (anytime); "
                                      "Waudby-Smith, Ramdas 2024 (betting)"
                                    : ""));
  }();
  auto level = estimation::level_parameter(&IntervalOptions::level);
  auto resamples = integer(&IntervalOptions::resamples, "bootstrap_resamples",
                           "B, of the bootstrap; each is combined anew")
                       .at_least(2);
  auto range = real(&IntervalOptions::range, "range",
                    "of hoeffding and bernstein: the length of an interval that holds every term, "
                    "whatever the log; 0: not given")
                   .at_least(0);
  if (!anytime) return bind_parameters<IntervalOptions>(binding, level, resamples, range);
  return bind_parameters<IntervalOptions>(binding, level, resamples, range,
                                          least_reward_parameter(&IntervalOptions::least_reward),
                                          most_reward_parameter(&IntervalOptions::most_reward));
}

Binding<IntervalOptions> interval_parameters_by_logger() {
  return bind_parameters<IntervalOptions>(
      choice(&IntervalOptions::kind, "interval",
             {{"normal", IntervalKind::normal}, {"betting", IntervalKind::betting}},
             "how the interval is computed: from the standard error, or valid at any time by bets "
             "on each logger's records apart")
          .source("Waudby-Smith, Ramdas 2024 (betting)"),
      estimation::level_parameter(&IntervalOptions::level),
      least_reward_parameter(&IntervalOptions::least_reward),
      most_reward_parameter(&IntervalOptions::most_reward));
}

FixedPolicyOptions with_parameter(double value) {
  FixedPolicyOptions options;
  options.parameter = value;
  options.has_parameter = true;
  return options;
}

std::string for_fixed_policies(const std::string& more) {
  return "For fixed policies that give their probabilities, or that columns of the log give; the "
         "log needs propensities" +
         more;
}

BoundParameter<FixedPolicyOptions> own_parameter(std::string name, std::string about) {
  return real(&FixedPolicyOptions::parameter, std::move(name), std::move(about));
}

Binding<FixedPolicyOptions> selection_parameters() {
  return bind_parameters<FixedPolicyOptions>(
      choice(&FixedPolicyOptions::select, "select",
             {{"none", ParameterSelection::none},
              {"slope", ParameterSelection::slope},
              {"mse", ParameterSelection::mse}},
             "how the parameter is chosen from grid: not at all, by SLOPE++ (one-sided half-widths "
             "at 0.9, constant sqrt(6) - 1), or by a bound for the mean squared error")
          .source("Tucker, Lee 2021 (SLOPE++); Su et al. 2020, section 5 (mse)"),
      reals(&FixedPolicyOptions::grid, "grid", "candidates of the parameter for select"));
}

BoundParameter<FixedPolicyOptions> logger_parameter() {
  return text(
      &FixedPolicyOptions::logger, "logger",
      "the columns that give the logger's probabilities of all actions, named as a policy's; not "
      "given: those named as each record's logger, where a column \"logger\" says who wrote it; "
      "those of the policy that wrote a simulated log; another log must be of uniform choices");
}

BoundParameter<FixedPolicyOptions> categories_parameter() {
  return integers(&FixedPolicyOptions::groups, "categories",
                  "the category of each action, in the order of the actions");
}

BoundGroup<FixedPolicyOptions> model_group() {
  return group(&FixedPolicyOptions::model, model_parameters());
}

BoundGroup<FixedPolicyOptions> interval_group(bool anytime) {
  return group(&FixedPolicyOptions::interval, interval_parameters(anytime));
}

EvaluatorDescription fixed_policy_evaluator(const EstimatorDefinition& estimator,
                                            ComponentDescription of, std::string applicability,
                                            const Binding<FixedPolicyOptions>& parameters,
                                            EvaluatorProperties properties) {
  EvaluatorDescription description;
  static_cast<ComponentDescription&>(description) = std::move(of);
  description.parameters = parameters.described();
  limit_candidates(description.parameters);
  description.make =
      parameters.factory([&estimator, owner = description.name](const FixedPolicyOptions& options) {
        return std::make_shared<const FixedPolicy>(owner, estimator, options);
      });
  description.applicability = std::move(applicability);
  description.properties = std::move(properties);
  return description;
}

}  // namespace replaybench::offpolicy

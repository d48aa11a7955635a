// RED_inf and RED*_inf: replay and replay* of a static policy, repeated without end on the same log,
// in closed form. What is computed, and its columns: suite/estimation/static_replay.hpp.
//
// Source: thesis, sections 5.7.4 (p. 152) and 5.7.7 (p. 165), corollary 18, theorems 16, 19 and 20.

#include "suite/estimation/static_replay.hpp"

namespace replaybench::evaluators::red_inf {

namespace {

std::vector<ParameterInfo> known_parameters() {
  auto parameters = estimation::weighting_parameters();
  parameters.push_back(
      boolean("star", false, "RED*_inf, the limit of replay*, in the place of RED_inf")
          .source("thesis, section 5.7.7 (p. 165)"));
  parameters.push_back(integer("resamples", 0, "B, bootstrap resamples; 0: none")
                           .at_least(0)
                           .source("thesis, section 5.5.3 (p. 136): 10,000"));
  parameters.push_back(real("expansion", 1, "E: a resample has E T records, a whole number")
                           .above(0)
                           .source("thesis, table 5.1 (section 5.8, p. 167)"));
  parameters.push_back(
      choice("interval", {"normal", "percentile", "basic", "studentised", "bca"},
             "how low and high come about: from the standard error, or from the "
             "resamples")
          .source("thesis, sections 5.6.1 (p. 138) and 5.6.2 (p. 139); Efron and Tibshirani 1993"));
  parameters.push_back(real("level", 0.95, "of the interval from low to high").above(0).below(1));
  return parameters;
}

estimation::IntervalMethod method_of(const std::string& text) {
  return text == "percentile"    ? estimation::IntervalMethod::percentile
         : text == "basic"       ? estimation::IntervalMethod::basic
         : text == "studentised" ? estimation::IntervalMethod::studentised
         : text == "bca"         ? estimation::IntervalMethod::bca
                                 : estimation::IntervalMethod::normal;
}

std::shared_ptr<const Evaluator> make(const Parameters& parameters) {
  estimation::StaticReplayOptions options;
  options.weighting = estimation::read_weighting(parameters);
  options.star = parameters.boolean("star");
  options.resamples = static_cast<std::uint64_t>(parameters.integer("resamples"));
  options.expansion = parameters.real("expansion");
  options.interval = method_of(parameters.text("interval"));
  options.level = parameters.real("level");
  if (options.interval != estimation::IntervalMethod::normal) {
    const std::size_t fewest = statistics::fewest_resamples(options.level);
    if (options.resamples < fewest) {
      throw SpecErrors("red_inf: this interval needs resamples, " + std::to_string(fewest) +
                       " at least");
    }
    if (options.expansion != 1) {
      throw SpecErrors("red_inf: resamples of another size than the log's make no interval");
    }
  }
  return std::make_shared<estimation::StaticReplay>("red_inf", options);
}

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "red_inf",
     .summary = "replay of a static policy repeated for ever, in closed form",
     .source = "thesis, sections 5.7.4 (p. 152) and 5.7.7 (p. 165)",
     .parameters = known_parameters()},
    make,
    "Only for static policies that tell their probabilities; of those replay can evaluate it has "
    "the least variance. For a deterministic policy it is replay."};

}  // namespace replaybench::evaluators::red_inf

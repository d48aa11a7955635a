// RED_inf and RED*_inf: replay and replay* of a static policy, repeated without end on the same
// log, in closed form. Formulas and columns: suite/estimation/static_replay.hpp.
//
// Source: thesis, sections 5.7.4 (p. 152) and 5.7.7 (p. 165), corollary 18, theorems 16, 19 and 20.

#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/static_replay.hpp"

namespace replaybench::evaluators::red_inf {

namespace {

std::shared_ptr<const Evaluator> make(const estimation::StaticReplayOptions& options) {
  if (options.interval != estimation::IntervalMethod::normal) {
    const std::size_t fewest = statistics::min_resamples(options.level);
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

const auto parameters = bind_parameters<estimation::StaticReplayOptions>(
    group(&estimation::StaticReplayOptions::weighting, estimation::weighting_parameters()),
    boolean(&estimation::StaticReplayOptions::star, "star",
            "RED*_inf, the limit of replay*, in the place of RED_inf")
        .source("thesis, section 5.7.7 (p. 165)"),
    integer(&estimation::StaticReplayOptions::resamples, estimation::resamples_name,
            "B, bootstrap resamples; 0: none")
        .repeats_work()
        .at_least(0)
        .source("thesis, section 5.5.3 (p. 136): 10,000"),
    real(&estimation::StaticReplayOptions::expansion, "expansion",
         "E: a resample has E T records, a whole number")
        .above(0)
        .source("thesis, table 5.1 (section 5.8, p. 167)"),
    choice(&estimation::StaticReplayOptions::interval, "interval",
           {{"normal", estimation::IntervalMethod::normal},
            {"percentile", estimation::IntervalMethod::percentile},
            {"basic", estimation::IntervalMethod::basic},
            {"studentised", estimation::IntervalMethod::studentised},
            {"bca", estimation::IntervalMethod::bca}},
           "how low and high come about: from the standard error, or from the "
           "resamples")
        .source("thesis, sections 5.6.1 (p. 138) and 5.6.2 (p. 139); Efron and Tibshirani 1993"),
    estimation::level_parameter(&estimation::StaticReplayOptions::level));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "red_inf",
     .group = Group::bred,
     .is_core = true,
     .summary = "replay of a static policy, repeated forever: SNIPS, IPS",
     .source = "thesis, sections 5.7.4 (p. 152) and 5.7.7 (p. 165)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Only for static policies that give their probabilities; of those replay can "
                      "evaluate it has "
                      "the least variance. For a deterministic policy it is replay."}};

}  // namespace replaybench::evaluators::red_inf

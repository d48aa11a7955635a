#include "evaluators/bred/bred.hpp"

namespace replaybench::evaluators::bred {

namespace {

std::shared_ptr<const Evaluator> make(const estimation::ResampledReplayOptions& options) {
  estimation::require_consistent("bred", options);
  return std::make_shared<estimation::ResampledReplay>("bred", options);
}

const auto parameters = estimation::resampled_replay_parameters();

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "bred",
     .group = Group::bred,
     .summary = "replay of K T records drawn with replacement from the log: the reward of T "
                "interactions, not T/K",
     .source = "thesis algorithm 12 (section 5.3.2, p. 126); Nicol, Mary, Preux 2014",
     .revision = 3,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Any algorithm on a log of uniformly random actions, from an environment "
                      "that does not change. "
                      "Without context from about 20 K^2 records on; with context only with "
                      "jitter, whose bandwidth "
                      "must be chosen (bred overestimates with too little, underestimates with too "
                      "much). Static "
                      "policies: red_inf is better."}};

}  // namespace replaybench::evaluators::bred

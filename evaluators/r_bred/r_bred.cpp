// R-BRED, rectified BRED: each resample goes on until T' records are accepted, for any policy
// and the log, so that it is about exactly T' interactions.
//
// Source: thesis algorithm 15 (section 5.7.5, p. 154). Its first line requires a deterministic
// policy (copied from algorithm 14) and its inputs lack B and T'; it runs forever when the policy
// agrees with no record: here that is an error. For policies that do not learn; static_bred gives
// the same distribution without drawing a record.

#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/resampled_replay.hpp"
#include "suite/estimation/shared_parameters.hpp"

namespace replaybench::evaluators::r_bred {

namespace {

using Options = estimation::ResampledReplayOptions;

std::shared_ptr<const Evaluator> make(const Options& written) {
  Options options = written;
  options.until_accepted = true;
  return std::make_shared<estimation::ResampledReplay>("r_bred", std::move(options));
}

const auto parameters = bind_parameters<Options>(
    estimation::resamples_parameter(&Options::resamples).source("thesis, section 5.3.2 (p. 126)"),
    integer(&Options::accepted, "accepted",
            "T', accepted records of a resample; 0: as many as the log has")
        .at_least(0)
        .source("thesis, section 5.7.5 (p. 154)"),
    group(&Options::jitter, estimation::jitter_parameters()),
    group(&Options::weighting, estimation::weighting_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "r_bred",
     .group = Group::bred,
     .summary = "bootstrapped replay until T' records are accepted: the distribution of the mean "
                "reward of "
                "T' interactions",
     .source = "thesis algorithm 15 (section 5.7.5, p. 154)",
     .revision = 3,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Static policies on a log of uniformly random actions that holds what they play. Its "
         "distribution is "
         "that of an online mean over T' interactions, not of the estimate's error (thesis, "
         "section "
         "5.7.6, p. 159)."}};

}  // namespace replaybench::evaluators::r_bred

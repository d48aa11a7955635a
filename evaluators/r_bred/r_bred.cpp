// R-BRED, rectified BRED: each resample goes on until T' records are accepted, whatever the policy
// and the log, so that it tells of exactly T' interactions.
//
// Source: thesis algorithm 15 (section 5.7.5, p. 154). Its first line asks for a deterministic
// policy (copied from algorithm 14) and its inputs lack B and T'; it runs for ever when the policy
// agrees with no record: here that is an error. For policies that do not learn; static_bred gives
// the same distribution without drawing a record.

#include "suite/estimation/resampled_replay.hpp"

namespace replaybench::evaluators::r_bred {

namespace {

std::vector<ParameterInfo> known_parameters() {
  std::vector<ParameterInfo> parameters{
      integer("resamples", 30, "B, resamples of the log")
          .at_least(1)
          .source("thesis, section 5.3.2 (p. 126)"),
      integer("accepted", 0, "T', accepted records of a resample; 0: as many as the log has")
          .at_least(0)
          .source("thesis, section 5.7.5 (p. 154)")};
  for (auto& more : {estimation::jitter_parameters(), estimation::weighting_parameters()}) {
    parameters.insert(parameters.end(), more.begin(), more.end());
  }
  return parameters;
}

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "r_bred",
     .summary = "bootstrapped replay until T' records are accepted: the distribution of the mean "
                "reward of "
                "T' interactions",
     .source = "thesis algorithm 15 (section 5.7.5, p. 154)",
     .parameters = known_parameters()},
    [](const Parameters& parameters) -> std::shared_ptr<const Evaluator> {
      estimation::ResampledReplayOptions options;
      options.resamples = static_cast<std::uint64_t>(parameters.integer("resamples"));
      options.accepted = static_cast<std::uint64_t>(parameters.integer("accepted"));
      options.until_accepted = true;
      options.jitter = estimation::read_jitter(parameters);
      options.weighting = estimation::read_weighting(parameters);
      return std::make_shared<estimation::ResampledReplay>(options);
    },
    "Static policies on a log of uniformly random actions that holds what they play. Its "
    "distribution is "
    "that of an online mean over T' interactions, not of the estimate's error (thesis, section "
    "5.7.6, p. 159)."};

}  // namespace replaybench::evaluators::r_bred

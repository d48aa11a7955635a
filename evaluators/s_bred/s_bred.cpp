// S-BRED, shuffled BRED: each resample is a random order of K copies of the log, in the place of
// K T draws with replacement.
//
// Source: thesis, section 5.5.2 (p. 133) and table 5.1 (section 5.8, p. 167); preferred by the
// thesis for algorithms that learn (section 5.12, p. 201). Its resamples are no bootstrap: their
// spread estimates nothing (figure 5.4, section 5.5.3, p. 136, and section 5.10.2, p. 188).

#include "suite/estimation/resampled_replay.hpp"

namespace replaybench::evaluators::s_bred {

namespace {

std::shared_ptr<const Evaluator> make(const estimation::ResampledReplayOptions& written) {
  estimation::require_consistent("s_bred", written);
  auto options = written;
  options.drawing = Drawing::shuffled_copies;
  return std::make_shared<estimation::ResampledReplay>("s_bred", std::move(options));
}

const auto parameters = estimation::resampled_replay_parameters();

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "s_bred",
     .group = Group::bred,
     .is_core = true,
     .summary = "replay of K shuffled copies: T interactions, not T/K",
     .source = "thesis, section 5.5.2 (p. 133)",
     .revision = 3,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "As bred, with less noise for algorithms that learn. Its spread over resamples estimates "
         "nothing."}};

}  // namespace replaybench::evaluators::s_bred

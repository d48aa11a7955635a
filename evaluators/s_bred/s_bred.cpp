// S-BRED, shuffled BRED: each resample is a random order of K copies of the log, in the place of
// K T draws with replacement.
//
// Source: thesis l. 3029, 3669; preferred by the thesis for algorithms that learn (l. 4194). Its
// resamples are no bootstrap: their spread estimates nothing (l. 3050, 4037).

#include "suite/estimation/resampled_replay.hpp"

namespace replaybench::evaluators::s_bred {

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "s_bred",
     .summary = "replay of K shuffled copies of the log: the reward of T interactions, not T/K",
     .source = "thesis l. 3029",
     .parameters = estimation::resampled_replay_parameters()},
    [](const Parameters& parameters) -> std::shared_ptr<const Evaluator> {
      return std::make_shared<estimation::ResampledReplay>(
          estimation::read_resampled_replay("s_bred", Drawing::shuffled_copies, parameters));
    },
    "As bred, with less noise for algorithms that learn. Its spread over resamples is no estimate "
    "of anything."};

}  // namespace replaybench::evaluators::s_bred

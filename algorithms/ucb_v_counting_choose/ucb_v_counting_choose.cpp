#include "algorithms/ucb_v_counting_choose/ucb_v_counting_choose.hpp"

#include "suite/learning/shared_parameters.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::algorithms::ucb_v_counting_choose {

Action UcbVCountingChoose::choose(const Context&, const ActionSet& actions, Draws& draws) const {
  ++choose_calls_;
  const double log_t = numeric::log(static_cast<double>(choose_calls_));
  return best_action(actions, ties_, draws, [this, log_t](Action a) { return arms_.at(a, log_t); });
}

namespace {

struct Options {
  learning::VarianceIndexOptions index;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(UcbVCountingChoose(problem.action_count, options.index, options.ties));
}

const auto parameters = bind_parameters<Options>(
    group(&Options::index, learning::variance_index_parameters()),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first));

}  // namespace

const AlgorithmDescription description{
    {.name = "ucb_v_counting_choose",
     .group = Group::without_context,
     .summary = "UCB-V with a flaw: it counts its choices instead of its updates, so replay "
                "changes it",
     .source = "thesis section 4.4.2 (p. 113)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .properties = {.changes_state_in_choose = true, .is_reference = true}}};

}  // namespace replaybench::algorithms::ucb_v_counting_choose

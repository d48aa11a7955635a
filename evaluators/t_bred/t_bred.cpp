#include "evaluators/t_bred/t_bred.hpp"

#include "suite/estimation/entangled_passes.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/shared_parameters.hpp"

namespace replaybench::evaluators::t_bred {

LogAssumptions TBred::assumptions() const {
  LogAssumptions assumptions = estimation::weighting_assumptions(options_.weighting);
  assumptions.whole_horizon = options_.expansion == 0;
  return assumptions;
}

void TBred::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  const std::size_t tests = estimation::test_count(options_.tau, log->size());
  const std::uint64_t slots = estimation::expanded_size(*log, options_.expansion);
  estimation::require_slots(slots, tests);
  estimation::EntangledDesign design;
  design.records = log->size();
  design.slots = slots;
  design.split = estimation::random_split(*log, tests);
  design.training_source = [&](const EntangledSplit& split, StreamKey key) {
    return std::make_unique<PlainTraining>(
        make_source(options_.drawing, split.training, slots - split.tests.size(), key));
  };
  estimation::entangled_rows(trial, design, options_, rows);
}

EstimateBasis TBred::evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const {
  evaluate(trial, rows);
  return estimation::basis_of_resamples(*this, trial, options_.weighting);
}

std::vector<std::string> TBred::remarks(const Log& log, const Agent& agent,
                                        const ResultRow& row) const {
  auto remarks = estimation::entangled_remarks(log, agent, row, options_.resamples);
  if (!agent.learns()) {
    remarks.push_back(
        "a static policy cannot overfit: red_inf gives the same without resampling, and a tighter "
        "interval");
  }
  return remarks;
}

namespace {

std::shared_ptr<const Evaluator> make(const TBredOptions& options) {
  estimation::require_consistent("t_bred", options);
  return std::make_shared<TBred>(options);
}

const auto parameters = bind_parameters<TBredOptions>(
    estimation::entangled_parameters(),
    choice(&TBredOptions::drawing, "drawing",
           {{"with_replacement", Drawing::with_replacement},
            {"shuffled_copies", Drawing::shuffled_copies}},
           "how the teaching records are drawn: each anew, or from shuffled copies of all")
        .source("thesis algorithm 17; appendix A.3 (p. 224)"),
    estimation::expansion_parameter(&TBredOptions::expansion),
    group(&TBredOptions::weighting, estimation::weighting_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "t_bred",
     .group = Group::bred,
     .is_core = true,
     .summary = "S-BRED that counts only records not learned before",
     .source = "thesis algorithm 17 (appendix A.4.1, p. 225)",
     .revision = 3,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Algorithms that learn, above all those that use the features, on a log of "
                      "uniformly random "
                      "actions from an environment that does not change. Its bias is small and "
                      "mostly downwards, "
                      "whatever "
                      "the jitter; 100 resamples or more."}};

}  // namespace replaybench::evaluators::t_bred

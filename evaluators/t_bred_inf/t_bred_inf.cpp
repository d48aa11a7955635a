#include "evaluators/t_bred_inf/t_bred_inf.hpp"

#include "suite/estimation/entangled_passes.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"

namespace replaybench::evaluators::t_bred_inf {

LogAssumptions TBredInf::assumptions() const {
  LogAssumptions assumptions = estimation::weighting_assumptions(options_.weighting);
  assumptions.whole_horizon = true;
  return assumptions;
}

void TBredInf::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  const std::size_t tests = estimation::test_count(options_.tau, log->size());
  estimation::EntangledDesign design;
  design.records = log->size();
  design.slots = estimation::expanded_size(*log, 0, options_.additional_expansion);
  estimation::require_slots(design.slots, tests);
  design.split = estimation::random_split(*log, tests);
  const PrefixRule rule{.interactions = log->size(),
                        .slots = design.slots,
                        .smallest = options_.smallest,
                        .less_tests = options_.count_tests};
  design.training_source = [rule](const EntangledSplit& split, StreamKey key) {
    return std::make_unique<GrowingPrefix>(split.training, rule, key);
  };
  estimation::entangled_rows(trial, design, options_, rows);
}

EstimateBasis TBredInf::evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const {
  evaluate(trial, rows);
  return estimation::basis_of_resamples(*this, trial, options_.weighting);
}

std::vector<std::string> TBredInf::remarks(const Log& log, const Agent& agent,
                                           const ResultRow& row) const {
  auto remarks = estimation::entangled_remarks(log, agent, row, options_.resamples);
  if (agent.learns() && options_.additional_expansion > 1) {
    remarks.push_back(
        "each interaction is learned from more than once: an algorithm that counts its "
        "interactions explores less than it would, which may raise the estimate above the truth; "
        "compare with t_bred");
  }
  return remarks;
}

namespace {

std::shared_ptr<const Evaluator> make(const TBredInfOptions& options) {
  estimation::require_consistent("t_bred_inf", options);
  return std::make_shared<TBredInf>(options);
}

const auto parameters = bind_parameters<TBredInfOptions>(
    estimation::entangled_parameters(),
    real(&TBredInfOptions::additional_expansion, "additional_expansion",
         "E: slots in a resample, in the K T of t_bred")
        .above(0)
        .source("thesis, appendix A.5.1 (p. 231)"),
    integer(&TBredInfOptions::smallest, "smallest",
            "training records that may be learned from at the start, n_min")
        .at_least(1)
        .source("thesis, appendix A.5.1 (p. 231): a lower threshold on the size of the subset"),
    boolean(
        &TBredInfOptions::count_tests, "count_tests",
        "the tests met so far are known too: so many training records fewer may be learned from"),
    group(&TBredInfOptions::weighting, estimation::weighting_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "t_bred_inf",
     .group = Group::bred,
     .summary = "T-BRED with more slots, of which each learns from no more records than there "
                "would have been interactions",
     .source = "thesis appendix A.5.1 (p. 231)",
     .revision = 2,  // another expansion if pools change
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "For research on entangled validation; to evaluate an algorithm use t_bred. "
                      "Costs E times as "
                      "much; LinUCB it underestimates more than t_bred does, and algorithms that "
                      "explore by counting "
                      "it overestimates from E = 2 on."}};

}  // namespace replaybench::evaluators::t_bred_inf

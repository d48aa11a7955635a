// T-BRED_inf: T-BRED on more than K T slots, where at each slot the number of training records that
// have taught the algorithm is at most the number of interactions by then.
//
// Source: thesis appendix A.5.1 (p. 231), described there and left as future work.
//
//   thesis            here
//   E                 additional_expansion: S = K T E slots
//   i in [1/(K E), T] (s + 1) T / S for slot s, counted from 0
//   sampling subset   the first max(smallest, floor(i)) of a random permutation of the training
//                     records, at most all (1 - tau) T; drawn from with replacement
//
// Our reading. "Between a milestone at i_{k-1} and one at i_k, we can only allow to sample from a
// restricted subset of the training set of size at most i_k": the subset grows with the slot, not
// with the milestone, which is never more than the print allows, and does not look ahead to the
// next test. One permutation a resample, so that the subsets are nested and what was known stays
// known.
// count_tests: at i the algorithm has also met the earlier tests, tau i of them on average, so it may
// know i + tau i records; the print omits them. With count_tests the prefix is shorter by that number. On average it then reaches the last of the (1 - tau) T training records at T and not
// before.
//
// The print claims that no positive bias is possible, because at i the algorithm cannot have more
// information than i interactions give, and expects a smaller bias than T-BRED's. Neither holds
// (study entangled_validation): the bound concerns the algorithm's information, not its reward. E
// copies reduce excessive exploration, which raises the reward, and LinUCB overfits while few records
// may teach.

#include "suite/estimation/entangled_passes.hpp"
#include "suite/estimation/entangled_replay.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"

namespace replaybench::evaluators::t_bred_inf {

namespace {

struct TBredInfOptions : estimation::EntangledOptions {
  double additional_expansion = 2;
  std::uint64_t smallest = 1;
  bool count_tests = false;
};

class TBredInf final : public Evaluator {
 public:
  explicit TBredInf(TBredInfOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions = estimation::weighting_assumptions(options_.weighting);
    assumptions.whole_horizon = true;
    return assumptions;
  }
  const RowSchema& schema() const override { return estimation::EntangledStatistics::columns(); }
  /// Like TBred::evaluate. B K T E calls of `choose`.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
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
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override {
    evaluate(trial, rows);
    return estimation::basis_of_resamples(*this, trial, options_.weighting);
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    auto remarks = estimation::entangled_remarks(log, agent, row, options_.resamples);
    if (agent.learns() && options_.additional_expansion > 1) {
      remarks.push_back(
          "each interaction is learned from more than once: an algorithm that counts its "
          "interactions explores less than it would, which may raise the estimate above the truth; "
          "compare with t_bred");
    }
    return remarks;
  }

 private:
  TBredInfOptions options_;
};

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
                      "Costs E times as much; LinUCB it underestimates more than t_bred does, and "
                      "algorithms that explore by counting it overestimates from E = 2 on."}};

}  // namespace replaybench::evaluators::t_bred_inf

// T-BRED, tested BRED: a replay of an expanded log in which only records that the algorithm cannot
// have met before are counted. An algorithm that memorises gains nothing.
//
// Source: thesis algorithm 17 (appendix A.4.1, p. 225), appendix A.3 (p. 224); T-BRED^TL:
// appendix A.4.2 (p. 228).
//
// Each of B resamples takes tau T records as tests; the tests get distinct slots, uniformly among
// the K T of the resample, in random order (if pools change, K is the harmonic mean of their
// sizes: expansion.hpp); every other slot gets a record drawn from those that
// are no tests. Both kinds teach; G and N count the tests.
//
// Deviations from the print:
// - The algorithm starts again in each resample. The print has no init; without it the tests of the
//   second resample would have been learned in the first.
// - The teaching records may be jittered, the tests never (appendix A.3, p. 224, "which we may
//   choose to Jitter"; algorithm 17 has no JITTER).
// - drawing = shuffled_copies: by appendix A.3 (p. 224) the (1 - tau) T training records are
//   expanded "to T - tau T", and its three steps take (1 - tau) T elements, which expands nothing.
//   The loop needs (K - tau) T records: the fewest copies that give this number are shuffled and
//   cut at that number.
// - tweaked: the key of "never done before for that particular record" is the record, not its
//   jittered context.
//
// B E T chooses and about as much time as s_bred; memory O(T + state).

#include "suite/estimation/entangled_passes.hpp"
#include "suite/estimation/entangled_replay.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/shared_parameters.hpp"

namespace replaybench::evaluators::t_bred {

namespace {

struct TBredOptions : estimation::EntangledOptions {
  Drawing drawing = Drawing::with_replacement;
  double expansion = 0;  ///< slots in a resample, in logs; 0 means K
};

class TBred final : public Evaluator {
 public:
  explicit TBred(TBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions = estimation::weighting_assumptions(options_.weighting);
    assumptions.whole_horizon = options_.expansion == 0;
    return assumptions;
  }
  const RowSchema& schema() const override { return estimation::EntangledStatistics::columns(); }
  /// One row whose step is the size of the log; with resample_checkpoints one for each, whose step
  /// is the number of resamples. Throws NotApplicable when tau T is below 1 or leaves nothing to
  /// learn from, when E T is not a whole number from 1 to 2^31, when there is nothing to jitter.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
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
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override {
    evaluate(trial, rows);
    return estimation::basis_of_resamples(*this, trial, options_.weighting);
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    auto remarks = estimation::entangled_remarks(log, agent, row, options_.resamples);
    if (!agent.learns()) {
      remarks.push_back(
          "a static policy cannot overfit: red_inf gives the same without resampling, and a "
          "tighter interval");
    }
    return remarks;
  }

 private:
  TBredOptions options_;
};

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
     .applicability =
         "Algorithms that learn, above all those that use the features, on a log of uniformly "
         "random actions from an environment that does not change. Its bias is small and mostly "
         "downwards, whatever the jitter; 100 resamples or more."}};

}  // namespace replaybench::evaluators::t_bred

#pragma once
// S-BRED with a jitter whose bandwidth was chosen from the log only.
//
// Source: thesis appendix A.2 (p. 223) and section 5.11.2 (p. 197) for cross validation,
// section 5.11.2 (p. 197) and appendix A.5 (p. 231) for entangled validation; the twin is ours.
//
//   thesis         here
//   T, K           records of the log, its actions
//   C              jitter: a candidate, or between two
//   h = C/sqrt(T)  bandwidth
//
// The question: without noise on the contexts an algorithm memorises the copies of a record
// and S-BRED is too high; with too much it can learn nothing and S-BRED is too low. Which noise is
// right depends on the algorithm and on the data. Three methods; `criterion` is what they look at:
//
//   cross_validation  S-BRED on T/(K+1) random records less replay on the others, which lets the
//                     algorithm interact as often. C is where the mean over `repeats` splits
//                     crosses 0. It carries over to T by h = C/sqrt(T), which is a guess (thesis,
//                     appendix A.2, p. 223). conservative: h of T/(K+1) is kept: too much jitter,
//                     so never an overestimate (appendix A.2, p. 223). sizes > 1: C of T/(K+1),
//                     half of it, ..., and ln h against the logarithm of the size extrapolated to T
//                     on a line (the perspective of appendix A.2, p. 223).
//   twin              S-BRED less the truth on `repeats` twins of the log: its contexts and actions
//                     with rewards drawn from a model of them (linear_reward_model.hpp). C is where the
//                     mean crosses 0. No extrapolation: twins have T records; but it is right as
//                     far as the model is.
//   entangled         the reward on records that were not learned (t_bred) in `repeats` resamples.
//   C
//                     is the candidate with the highest: the most optimistic of estimates that
//                     cannot be too high.
//
// Left open by the print:
// - The C at which the curve crosses 0 between two candidates: on the line between them; the thesis
//   takes the least of |mean|. Without a crossing it is the candidate with the least |mean|.
// - The sizes: floor(T/(K+1)) records for training, all others for the test.
// - An algorithm that uses its horizon is given T/(K+1) on both sides.
// - How often S-BRED is run on a training set: once. All candidates meet the same records in the
//   same order, with the same noise except for its size.
// - appendix A.2 (p. 223) prints C T^{1/2}; T^{-1/2} is meant.
//
// Columns: the columns of s_bred on the whole log with the chosen h (estimate ... empty), then
//   jitter           C = h sqrt(T)
//   bandwidth        h
//   chosen           the C that was chosen: `jitter` again, but in every row of candidates_as_rows
//   jitter_error     of it, from the repeats alone; NaN if no crossing was interpolated, with
//   conservative
//                    and with sizes > 1
//   criterion        mean over the repeats, of the candidate nearest to the choice
//   criterion_error  its standard error over the repeats. They share one log: it says whether more
//   repeats
//                    would help, and nothing about another log.
//   similar          other candidates within two standard errors of the best
//   edge             1: the best candidate is the last, or a first one that is not 0
// With candidates_as_rows, a row a candidate instead, whose step is its place from 0: S-BRED of the
// whole log at that candidate, and the candidate's criterion.
//
// Deviation of purpose: the thesis says that cross validation "does not work" for want of the right
// bandwidth function; experiments/appendices/bandwidth_selection measures how wrong it is.

#include <vector>

#include "evaluators/select_bandwidth/methods.hpp"
#include "suite/estimation/resampled_replay.hpp"

namespace replaybench::evaluators::select_bandwidth {

struct SelectBandwidthOptions {
  enum class Method { twin, cross_validation, entangled };
  Method method = Method::twin;
  std::vector<double> candidates{0,  5,  10,  20, 35,
                                 50, 70, 100, 140};  ///< increasing, from 0 on; not empty
  std::uint64_t repeats = 30;
  std::uint64_t resamples = 30;  ///< of the final S-BRED
  std::uint64_t sizes = 1;
  bool conservative = false;
  bool candidates_as_rows = false;
  double tau = 0.1;
  JitterOptions jitter;
};

class SelectBandwidth final : public Evaluator {
 public:
  explicit SelectBandwidth(SelectBandwidthOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// Throws NotApplicable for a log that is empty, has no features to jitter, or is too small to be
  /// split.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  struct Selection {
    select_bandwidth::CriterionTable table;  // of the largest size
    select_bandwidth::Choice choice;
    double bandwidth;  // for the whole log
  };
  Selection select(Trial& trial, std::size_t size) const;
  ResultRow s_bred(Trial& trial, double bandwidth) const;

  SelectBandwidthOptions options_;
};

}  // namespace replaybench::evaluators::select_bandwidth

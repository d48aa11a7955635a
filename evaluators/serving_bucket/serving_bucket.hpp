#pragma once
// A model that learns from a bucket of random visits, and serves other visits: its offline
// evaluation on the random bucket, and what it is worth online.
//
// Source: Li, Chu, Langford, Wang, "Unbiased offline evaluation of contextual-bandit-based news
// article recommendation algorithms", WSDM 2011, section 4.5, figures 6 and 7: "another bucket to
// collect random exploration data. This random data is used to update the states of three online
// bandit models and also used for our offline evaluation".
//
//   paper                     here
//   random bucket             the log: each of its records teaches, whatever the model would have
//   done
//   g_offline                 estimate: mean reward of the records on which the model agrees, asked
//                             before it learns from them
//   online (serving) bucket   at each record one visit of the live environment, at the same step,
//   is served
//   g_online                  online: mean of E[r | context, action] over those visits
//   rho = g_offline / g_online   ratio
//
// It is not algorithm 2 of the paper, where only the records on which the model agrees teach: that
// is `replay`, and sees T/K interactions where the environment shows T. Here both sides have
// learned from the same records at every moment, so there is no time acceleration. A model that
// explores by itself does so on both sides; emp, semp and cemp with epsilon = 0 and learn_from =
// "all" are the paper's.
//
// Left out: the business rules of the paper's page, which multiply online rates by a factor of the
// day that is not known (hence its ratios); models there are renewed every few minutes.

#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"

namespace replaybench::evaluators::serving_bucket {

class ServingBucket final : public Evaluator {
 public:
  explicit ServingBucket(estimation::Weighting weighting) : weighting_(weighting) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(weighting_);
  }
  /// estimate, standard_error, accepted, records   as `replay`
  /// online    value of the served visits; NaN for a file
  /// ratio     estimate / online
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log. O(T) chooses and updates.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  // The rows; with `basis` also the basis of the last row.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  estimation::Weighting weighting_;
};

}  // namespace replaybench::evaluators::serving_bucket

// Remarks of bootstrapped replay on its numbers.

#include <fmt/core.h>

#include <cmath>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/estimation/resampled_replay.hpp"

namespace replaybench::estimation {

// Only an algorithm that reads contexts can recognise a record.
std::string low_acceptance_remark(const Log& log, const Agent& agent, double acceptance,
                                  const std::string& remedy) {
  const std::string low =
      fmt::format("the acceptance is {:.0f} % below 1: ", 100 * (1 - acceptance));
  if (!agent.uses_contexts()) {
    return low +
           "the actions that the algorithm plays are rarer in this log than the others. This is "
           "not overfitting: the algorithm uses no context and cannot recognise a record";
  }
  if (test_uniform_actions(log).p_value < assumption_test_level) {
    return low +
           "the actions of this log are not uniform, which alone can have this effect, as can "
           "overfitting; t_bred distinguishes them";
  }
  return low +
         "the algorithm recognises records that it has learned, which is overfitting; the estimate "
         "is too high. " +
         remedy;
}

std::vector<std::string> no_interval_remarks(const std::string& evaluator, const Agent& agent,
                                             const ResultRow& row) {
  const PassColumns& c = PassStatistics::columns();
  if (std::isfinite(row[c.standard_error])) return {};
  if (agent.learns()) {
    return {fmt::format(
        "no interval: the resamples of a learning algorithm share this log's records, and their "
        "spread is no error of the estimate (thesis, figure 5.16b, section 5.10.2, p. 188). "
        "bootstrap{{of=\"{}\"}}, with the parameters of this evaluation, gives one at many times "
        "the cost",
        evaluator)};
  }
  if (!agent.has_probabilities()) {
    return {
        "no interval: it needs the probabilities of the policy's choices, which this policy does "
        "not give; replay has one"};
  }
  if (std::isnan(row[c.bootstrap_variance])) {
    return {"no interval: it takes two resamples, to see how much their drawing adds"};
  }
  return {
      "no interval: the policy chooses by contexts that the jitter moves, so that its "
      "probabilities for the log's own contexts are not those of the passes"};
}

std::vector<std::string> pass_remarks(const std::string& evaluator, const Log& log,
                                      const Agent& agent, const ResultRow& row) {
  const PassColumns& c = PassStatistics::columns();
  const double acceptance = row[c.acceptance];
  std::vector<std::string> remarks;
  if (std::isfinite(row[c.distinct])) {
    remarks.push_back(
        fmt::format("acceptance {:.3f} of what uniform logging gives; {:.1f} % of the records were "
                    "learned from, each {:.1f} times",
                    acceptance, 100 * row[c.distinct], row[c.copies]));
  }
  if (row[c.empty] > 0) {
    remarks.push_back(
        fmt::format("{:.0f} resamples accepted nothing and count as 0", row[c.empty]));
  }
  if (agent.learns() && acceptance < 0.95) {
    remarks.push_back(low_acceptance_remark(
        log, agent, acceptance,
        "More jitter, or t_bred, which tests on records that were not learned"));
  }
  const double actions = log.action_count;
  const double needed = 20 * actions * actions;
  if (agent.learns() && static_cast<double>(log.size()) < needed) {
    remarks.push_back(fmt::format(
        "rule of thumb (thesis, section 5.7.6, p. 159): {:.0f} records are needed for an algorithm "
        "without context to be free of overfitting, N K^2 with N = 20; this log has {}{}",
        needed, log.size(), agent.uses_contexts() ? "; with contexts far more are needed" : ""));
  }
  for (std::string& remark : no_interval_remarks(evaluator, agent, row)) {
    remarks.push_back(std::move(remark));
  }
  return remarks;
}

std::vector<std::string> ResampledReplay::remarks(const Log& log, const Agent& agent,
                                                  const ResultRow& row) const {
  auto remarks = pass_remarks(owner_, log, agent, row);
  if (!agent.learns()) {
    if (agent.has_probabilities()) {
      remarks.push_back("a static policy: red_inf gives the same without the noise of resampling");
    }
  } else if (log.dimension > 1 && agent.uses_contexts() && !options_.jitter.wanted()) {
    remarks.push_back(
        "no jitter: an algorithm that uses the features overfits the copies of each record. "
        "select_bandwidth chooses a jitter for this log; compare with t_bred");
  }
  return remarks;
}

}  // namespace replaybench::estimation

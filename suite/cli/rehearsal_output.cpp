#include "suite/cli/rehearsal_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "suite/cli/terminal.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

namespace {

using rehearsal::Rehearsal;
using rehearsal::RehearsedEstimator;
using rehearsal::RehearsedPolicy;
using rehearsal::TwinKind;

void print_marked(std::string_view word, const std::string& sentence, bool is_strong = false) {
  print_sentence(word, with_flags(sentence), is_strong);
}

std::string number(double value, const char* format = "{:.4g}") {
  return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : "-";
}

std::string remark_on(const RehearsedEstimator& of) {
  if (!of.unrated.empty()) return with_flags(of.unrated);
  std::string remark = of.home_win ? "best on twins of its own model's class only" : "";
  if (of.intervals > 0 && of.intervals < 1) {
    remark += fmt::format("{}coverage on the {:.0f} % of the twins with an interval",
                          remark.empty() ? "" : "; ", 100 * of.intervals);
  }
  return remark;
}

void print_answer(const EvaluationOutput& output, const Rehearsal& rehearsal,
                  const RehearsedPolicy& policy) {
  const std::string chosen = policy.chosen ? output.evaluators[*policy.chosen] : "";
  if (policy.distrust.empty()) {
    print_marked(
        "answer",
        fmt::format("{}: take {}: {:.5g}, 95% interval {}", policy.policy, chosen, policy.estimate,
                    interval_text(policy.widened.low, policy.widened.high)),
        true);
    print_marked("why", policy.because);
  } else {
    print_marked(
        "answer",
        fmt::format("{}: none of these estimates can be trusted on this log", policy.policy), true);
    for (std::size_t i = 0; i < policy.distrust.size(); ++i) {
      print_marked("why", policy.distrust[i]);
      if (!policy.remedies[i].empty()) print_marked("would help", policy.remedies[i]);
    }
    if (policy.chosen) {
      print_marked(
          "best of them",
          fmt::format("{}: {:.5g}, 95% interval {}; {}", chosen, policy.estimate,
                      interval_text(policy.widened.low, policy.widened.high), policy.because));
    }
  }
  if (policy.widening > 1) {
    print_marked(
        "interval",
        fmt::format("{} is widened {:.2f} times, because it covered the value too rarely on twins",
                    interval_text(policy.interval.low, policy.interval.high), policy.widening));
  } else if (std::isnan(policy.widening) && policy.chosen) {
    print_marked("interval", "from the errors on twins, because the estimator has no interval");
  }
  if (!policy.disagreement.empty()) print_marked("disagree", policy.disagreement);
  if (policy.records_for_lift > static_cast<double>(rehearsal.records)) {
    print_marked("lift",
                 fmt::format("{:.4g} over the log's mean reward, less than twice the expected "
                             "error; about {:.0f} records would be enough (the log has {})",
                             policy.lift, policy.records_for_lift, rehearsal.records));
  }
}

void print_estimators(const EvaluationOutput& output, const EvaluationTable& table,
                      std::size_t place, const RehearsedPolicy& policy) {
  std::vector<TextRow> rows{{"evaluator", "estimate", "95% interval", "error", "worst twin", "bias",
                             "coverage", "rank", "z", "remark"}};
  const auto& pairs = table.segments.back().pairs;
  for (std::size_t m = 0; m < policy.estimators.size(); ++m) {
    const RehearsedEstimator& of = policy.estimators[m];
    const auto& evaluation = pairs[m * table.algorithms.size() + place].evaluation;
    rows.push_back(
        {output.evaluators[m], number(evaluation ? evaluation->estimate : nan, "{:.5g}"),
         evaluation ? interval_text(evaluation->interval.low, evaluation->interval.high) : "-",
         number(of.expected_error, "{:.3g}"), number(of.worst_error, "{:.3g}"),
         number(of.bias, "{:.2g}"), number(of.coverage, "{:.2f}"),
         of.rank > 0 ? std::to_string(of.rank) : "-", number(of.against_validator, "{:.1f}"),
         remark_on(of)});
  }
  fmt::print("\n{}", table_on_terminal(rows, {Alignment::left, Alignment::right, Alignment::left,
                                              Alignment::right, Alignment::right, Alignment::right,
                                              Alignment::right, Alignment::right, Alignment::right,
                                              Alignment::left}));
  if (policy.opinions.empty()) return;
  std::vector<TextRow> opinions{{"rule", "takes", "agrees"}};
  for (const auto& opinion : policy.opinions) {
    opinions.push_back({opinion.rule, opinion.choice,
                        !opinion.agrees   ? "-"
                        : *opinion.agrees ? "yes"
                                          : "no"});
  }
  fmt::print("\n{}", table_on_terminal(opinions, {Alignment::left}));
}

void print_kinds(const Rehearsal& rehearsal) {
  std::vector<TextRow> rows{{"twins", "fits", "explained", "remark"}};
  for (const TwinKind& kind : rehearsal.kinds) {
    std::string remark;
    for (const auto& misfit : kind.misfits) remark += (remark.empty() ? "" : "; ") + misfit;
    // Of learners that of the greedy policy from which the model is furthest.
    double residual = 0;
    for (const double z : kind.residual_z) {
      if (std::fabs(z) > std::fabs(residual)) residual = z;
      if (rehearsal.live_plays == 0) break;
    }
    if (kind.fits() && std::fabs(residual) > 3) {
      remark =
          fmt::format("tilted: {} (weighted residual {:.1f} standard errors)",
                      rehearsal.live_plays == 0 ? "the policy knows more than the model"
                                                : "a greedy policy earns other than the model says",
                      residual);
    }
    rows.push_back(
        {kind.name, kind.fits() ? "yes" : "no", number(kind.explained, "{:.3f}"), remark});
  }
  fmt::print("\n{}", table_on_terminal(rows, {Alignment::left, Alignment::left, Alignment::right,
                                              Alignment::left}));
}

void print_notes(const EvaluationOutput& output, const Rehearsal& rehearsal) {
  for (const auto& order : rehearsal.orders) {
    const RehearsedPolicy& first = rehearsal.policies[order.first];
    print_marked(
        "order",
        fmt::format("of {} and {} the better one has the higher estimate by {} on {:.0f} % "
                    "of the twins",
                    first.policy, rehearsal.policies[order.second].policy,
                    output.evaluators[*first.chosen], 100 * order.chance));
  }
  print_marked("rehearsed", fmt::format("{} twins of each kind, of {} records; actions drawn by {}",
                                        rehearsal.twins, rehearsal.rehearsed_records,
                                        rehearsal.logging_known_by));
  if (rehearsal.live_plays > 0) {
    print_marked(
        "truth",
        fmt::format("on each twin the mean of {} live plays of {} steps; with {} twins the error "
                    "on a kind is known to about {:.0f} % of itself",
                    rehearsal.live_plays, rehearsal.rehearsed_records, rehearsal.twins,
                    100 / std::sqrt(2 * static_cast<double>(rehearsal.twins))));
  }
  if (rehearsal.rehearsed_records < rehearsal.records) {
    print_marked(
        "sample",
        fmt::format("the twins are of a sample of the log's {} records; {}", rehearsal.records,
                    rehearsal.live_plays > 0
                        ? "the errors are those of a log of that size, in which less is learned"
                        : "deviations are scaled to the whole log, biases are not"));
  }
  print_marked("not seen", rehearsal::rehearsal_limits);
}

// Prints the assumptions of the evaluators that the log violates, each once.
void print_warnings(const EvaluationTable& table) {
  std::vector<std::string> seen;
  for (const EvaluatedPair& pair : table.segments.back().pairs) {
    if (!pair.evaluation) continue;
    for (const EvaluationWarning& warning : pair.evaluation->assumption_violations) {
      if (std::find(seen.begin(), seen.end(), warning.marked) != seen.end()) continue;
      seen.push_back(warning.marked);
      print_marked("warning", warning.marked);
    }
  }
}

}  // namespace

void print_rehearsal(const EvaluationOutput& output, const InputLog& input,
                     const EvaluationTable& table, const Rehearsal& rehearsal) {
  if (!rehearsal.impossible.empty()) {
    print_marked("answer", "none of these estimates can be rehearsed: " + rehearsal.impossible,
                 true);
    if (!rehearsal.remedy.empty()) print_marked("would help", rehearsal.remedy);
    return;
  }
  for (const RehearsedPolicy& policy : rehearsal.policies) {
    print_answer(output, rehearsal, policy);
  }
  print_warnings(table);
  print_log(output, input);
  for (std::size_t j = 0; j < rehearsal.policies.size(); ++j) {
    if (rehearsal.policies.size() > 1) fmt::print("\n{}\n", rehearsal.policies[j].policy);
    print_estimators(output, table, j, rehearsal.policies[j]);
  }
  print_kinds(rehearsal);
  fmt::print("\n");
  print_notes(output, rehearsal);
}

}  // namespace replaybench::cli

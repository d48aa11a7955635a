#include "suite/cli/evaluation_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/cli/terminal.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/model/slate_log.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

std::string shown(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : std::string("-");
}

std::string shown_count(double value) {
  const bool whole = std::floor(value) == value && std::fabs(value) < 1e15;
  return whole ? fmt::format("{:.0f}", value) : shown(value);
}

std::string shown_interval(double low, double high) {
  if (!std::isfinite(low) && !std::isfinite(high)) return "-";
  return fmt::format("[{}, {}]", shown(low), shown(high));
}

void print_columns(const std::vector<std::vector<std::string>>& lines, std::size_t left) {
  std::vector<Alignment> alignments(left, Alignment::left);
  alignments.push_back(Alignment::right);
  fmt::print("{}", aligned_table(lines, alignments));
}

namespace {

constexpr std::size_t sentence_margin = 16;  // of what stands behind the words at the left

void print_sentence(const char* word, const std::string& sentence) {
  fmt::print("{}\n", wrapped_on_terminal(fmt::format("{:<{}}", word, sentence_margin), sentence,
                                         sentence_margin));
}

void print_rows(const Evaluation& evaluation) {
  std::vector<std::vector<std::string>> lines{{"step"}};
  lines[0].insert(lines[0].end(), evaluation.columns.names().begin(),
                  evaluation.columns.names().end());
  for (const ResultRow& row : evaluation.rows) {
    lines.push_back({std::to_string(row.step)});
    for (const double value : row.values) {
      lines.back().push_back(std::isfinite(value) ? fmt::format("{:.5g}", value) : "-");
    }
  }
  if (evaluation.repetitions > 1) {
    print_sentence("rows", fmt::format("means of {} repetitions", evaluation.repetitions));
  }
  print_columns(lines, 0);
}

void print_actions(const std::vector<ActionSummary>& actions) {
  const bool propensities = std::any_of(
      actions.begin(), actions.end(),
      [](const ActionSummary& action) { return std::isfinite(action.mean_propensity); });
  std::vector<std::vector<std::string>> lines{{"action", "records", "share", "mean reward"}};
  if (propensities) lines[0].push_back("mean propensity");
  for (const ActionSummary& action : actions) {
    lines.push_back({quoted_text(action.name), std::to_string(action.records),
                     fmt::format("{:.4f}", action.share), shown(action.mean_reward)});
    if (propensities) lines.back().push_back(shown(action.mean_propensity));
  }
  print_columns(lines, 1);
}

void print_weights(const Evaluation& evaluation) {
  const auto z_of = [](double z) {
    return std::isfinite(z) ? fmt::format("z = {:.1f}", z) : std::string("all are equal");
  };
  if (const auto& weights = evaluation.weights) {
    fmt::print(
        "weights         effective sample size {:.4g} of {} records; largest weight {:.4g}, "
        "{:.1f}% "
        "of all; mean {:.4g} ({}, {})\n",
        weights->effective, evaluation.records, weights->largest, 100 * weights->largest_share,
        weights->mean, weights->clipped ? "below 1 by clipping" : "should be 1", z_of(weights->z));
  }
  if (const auto& tail = evaluation.tail; tail && tail->order > 0) {
    fmt::print(
        "largest terms   the ten largest are {:.1f}% of the sum; tail index {:.3g}, of the {} "
        "largest\n",
        100 * tail->largest_share, tail->index, tail->order);
  }
  if (const auto& fit = evaluation.propensities) {
    fmt::print("propensities    mean of 1/(K p) {:.4g} (should be 1, {})\n", fit->mean,
               z_of(fit->z));
  }
}

void print_estimate(const EvaluationOutput& output, const Evaluation& evaluation) {
  if (output.withholds(evaluation)) {
    fmt::print("{}\n",
               wrapped_on_terminal("estimate        -  ",
                                   "(" + evaluation.withheld + "; --show-unreliable prints it)",
                                   sentence_margin));
    return;
  }
  fmt::print("estimate        {}\n", shown(evaluation.estimate));
  fmt::print("standard error  {}\n", shown(evaluation.standard_error));
  const EvaluationInterval& interval = evaluation.interval;
  fmt::print("{:<16}{}  ({})\n", fmt::format("{:.4g}% interval", 100 * interval.level),
             shown_interval(interval.low, interval.high), interval.method);
  if (std::isfinite(interval.normal.low)) {
    fmt::print("normal interval {}  (for comparison)\n",
               shown_interval(interval.normal.low, interval.normal.high));
  }
  if (const auto& difference = evaluation.difference) {
    const bool surprising = excludes_zero_by_pairing(evaluation, *difference);
    const std::string interval_text =
        std::isnan(difference->low)
            ? "-"
            : fmt::format("[{:+.6g}, {:+.6g}]", difference->low, difference->high);
    fmt::print("difference      {:+.6g}  {}  (estimate less the log's mean{})\n", difference->value,
               interval_text, surprising ? "; paired: errors that the two share cancel" : "");
  }
}

}  // namespace

namespace {

std::string amount(std::size_t count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string size_of(const Log& log) {
  if (log.slates) {
    return amount(log.size(), "slate") + ", " + amount(log.slates->rewards.size(), "slot");
  }
  std::string size = amount(log.size(), "record");
  if (log.kind() != LogKind::actions) return size;
  return size + ", " + amount(log.action_count, "action") + ", " + amount(log.dimension, "feature");
}

}  // namespace

void print_log(const EvaluationOutput& output, const InputLog& input) {
  fmt::print("log             {} ({})\n", output.log, size_of(*input.log));
  if (!input.generated.empty()) print_sentence("generated", input.generated);
}

void print_log_value(const statistics::IntervalEstimate& value) {
  fmt::print("log's mean      {}  {}  (reward of the policy that wrote the log, 95%)\n",
             shown(value.value), shown_interval(value.low, value.high));
}

void print_text(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation) {
  print_log(output, input);
  fmt::print("algorithm       {}\n", evaluation.algorithm);
  fmt::print("evaluator       {}\n", evaluation.evaluator);
  // Who reads an estimate has read what speaks against it.
  for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
    for (const auto& warning : *list) print_sentence("warning", with_flags(warning.marked));
  }
  print_weights(evaluation);
  print_log_value(evaluation.log_value);
  if (evaluation.estimates_value) print_estimate(output, evaluation);
  if (std::isfinite(evaluation.accepted)) {
    // Expanded resamples offer more records than the log has.
    const bool expanded = evaluation.offered > static_cast<double>(evaluation.records);
    fmt::print("accepted        {}{}", shown_count(evaluation.accepted),
               expanded ? fmt::format(" of {} offered per pass; the log has {}",
                                      shown_count(evaluation.offered),
                                      amount(evaluation.records, "record"))
                        : fmt::format(" of {}", amount(evaluation.records, "record")));
    if (evaluation.repetitions > 1) fmt::print(" (mean of {} repetitions)", evaluation.repetitions);
    fmt::print("\n");
  }
  for (const auto& remark : evaluation.remarks) print_sentence("remark", remark);
  // What is withheld at the end is no better on the way there.
  if (!evaluation.rows.empty() && !output.withholds(evaluation)) {
    print_rows(evaluation);
  }
  if (output.all_actions || evaluation.actions.size() <= few_actions) {
    print_actions(evaluation.actions);
  }
}

}  // namespace replaybench::cli

#include "suite/cli/evaluation_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "suite/cli/terminal.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/evaluate/evaluation_verdict.hpp"
#include "suite/model/slate_log.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

void CellTable::print() const {
  if (lines_.empty()) return;
  std::vector<TextRow> rows(lines_.size() + 1);
  std::vector<Alignment> alignments;
  for (std::size_t i = 0; i < lines_.front().size(); ++i) {
    const bool says = std::any_of(lines_.begin(), lines_.end(), [i](const auto& line) {
      return line[i].applies && (line[i].is_withheld || line[i].text != "-");
    });
    if (!says) continue;
    const FieldCell& first = lines_.front()[i];
    alignments.push_back(first.is_number ? Alignment::right : Alignment::left);
    rows[0].emplace_back(first.title);
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      rows[line + 1].push_back(with_flags(lines_[line][i].text));
    }
  }
  fmt::print("{}", table_on_terminal(rows, alignments));
}

namespace {

constexpr std::size_t sentence_margin = 16;  // of what stands behind the words at the left

}  // namespace

void print_sentence(std::string_view word, const std::string& sentence, bool is_strong) {
  // Escape sequences have no width: they go around wrapped lines.
  const std::string text =
      wrapped_on_terminal(fmt::format("{:<{}}", word, sentence_margin), sentence, sentence_margin);
  fmt::print("{}\n", is_strong ? emphasised(Emphasis::strong, text) : text);
}

std::string interval_text(double low, double high) {
  return std::isfinite(low) ? fmt::format("[{:.5g}, {:.5g}]", low, high) : "-";
}

namespace {

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
  fmt::print("{}", table_on_terminal(lines, {Alignment::right}));
}

void print_actions(const std::vector<ActionSummary>& actions) {
  CellTable table;
  for (const ActionSummary& action : actions) {
    table.add(cells_of(action_fields(), {.action = &action}, &Field::text));
  }
  table.print();
}

void print_line(const FieldCell& cell) { print_sentence(cell.title, with_flags(cell.text)); }

void print_evidence(const FieldSource& source) {
  for (const FieldCell& cell : cells_of(evaluation_fields(), source, &Field::text)) {
    if (cell.applies && cell.is_evidence) print_line(cell);
  }
}

// The answer, and how far to believe it.
void print_answer(const Evaluation& evaluation, std::string_view label, bool show_unreliable) {
  const std::string_view name =
      label.empty()
          ? std::string_view(evaluation.algorithm).substr(0, evaluation.algorithm.find('{'))
          : label;
  const EvaluationVerdict verdict = verdict_of(evaluation, name, show_unreliable);
  print_sentence("answer", with_flags(verdict.answer), true);
  const Emphasis kind = verdict.belief == Belief::believe       ? Emphasis::good
                        : verdict.belief == Belief::do_not_rely ? Emphasis::bad
                                                                : Emphasis::care;
  std::string words = verdict.belief_words + ".";
  if (verdict.comparison == Comparison::undecided) {
    words = "undecided. " + words;
  } else if (verdict.comparison != Comparison::none) {
    words = fmt::format("{} than the logging policy. {}", word_of(verdict.comparison), words);
  }
  fmt::print("{:<{}}{}\n", "verdict", sentence_margin, emphasised(kind, words));
}

std::string amount(std::size_t count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string size_of(const InputLog& input) {
  const Log& log = *input.log;
  if (log.slates) {
    return amount(log.size(), "slate") + ", " + amount(log.slates->rewards.size(), "slot");
  }
  std::string size = amount(input.blocks_of_log()->size(), "record");
  if (log.kind() != LogKind::actions) return size;
  const std::size_t features = log.dimension - (input.has_intercept ? 1 : 0);
  size += ", " + amount(log.action_count, "action") + ", ";
  if (features == 0) return size + "no features";
  return size + amount(features, "feature") + (input.has_intercept ? " and a constant" : "");
}

}  // namespace

void print_json(const nlohmann::ordered_json& json) {
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_log(const EvaluationOutput& output, const InputLog& input) {
  print_sentence("log", output.log + " (" + size_of(input) + ")");
  if (!input.generated.empty()) print_sentence("generated", input.generated);
}

void print_lines(std::span<const Field> fields, const FieldSource& source) {
  bool has_reason = false;
  for (const FieldCell& cell : cells_of(fields, source, &Field::text)) {
    if (!cell.applies || cell.is_evidence) continue;
    if (!cell.is_withheld) {
      print_line(cell);
    } else if (!std::exchange(has_reason, true)) {
      print_sentence(cell.title,
                     fmt::format("-  ({}; --show-unreliable prints it)", source.withheld.front()));
    }
  }
}

void print_text(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation) {
  const FieldSource source = source_of_single(output, evaluation);
  print_answer(evaluation, source.label, output.show_unreliable);
  std::vector<EvaluationWarning> warnings = evaluation.assumption_violations;
  warnings.insert(warnings.end(), evaluation.warnings.begin(), evaluation.warnings.end());
  std::stable_sort(warnings.begin(), warnings.end(), [](const auto& a, const auto& b) {
    return severity_of(a.kind) > severity_of(b.kind);
  });
  for (const auto& warning : warnings) print_sentence("warning", with_flags(warning.marked));
  print_log(output, input);
  print_sentence("algorithm", evaluation.algorithm);
  print_sentence("evaluator", evaluation.evaluator);
  print_evidence(source);
  print_lines(evaluation_fields(), source);
  if (evaluation.difference && source.withheld.empty() &&
      excludes_zero_by_pairing(evaluation, *evaluation.difference)) {
    print_sentence(
        "remark",
        "the interval of the difference excludes 0 although the interval of the estimate "
        "contains the log's mean: both use the same records, so their errors cancel");
  }
  if (evaluation.repetitions > 1) {
    print_sentence("repetitions", fmt::format("{}: numbers are means", evaluation.repetitions));
  }
  for (const auto& remark : evaluation.remarks) print_sentence("remark", remark);
  // An estimate that is withheld at the end is no better at its checkpoints.
  if (!evaluation.rows.empty() && source.withheld.empty()) print_rows(evaluation);
  if (output.all_actions || evaluation.actions.size() <= few_actions) {
    print_actions(evaluation.actions);
  }
}

}  // namespace replaybench::cli

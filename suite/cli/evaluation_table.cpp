#include "suite/cli/evaluation_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "suite/cli/terminal.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/text/csv_field.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

// Sentences below a table, each printed once, under the number that the lines refer to.
class TableNotes {
 public:
  std::size_t number(const std::string& sentence) {
    const auto known = std::find(sentences_.begin(), sentences_.end(), sentence);
    const auto place = static_cast<std::size_t>(known - sentences_.begin());
    if (place == sentences_.size()) sentences_.push_back(sentence);
    return place + 1;
  }
  void print() const {
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      fmt::print("{}\n", wrapped_on_terminal(fmt::format("{:>4}  ", i + 1), sentences_[i], 6));
    }
  }
  bool empty() const { return sentences_.empty(); }

 private:
  std::vector<std::string> sentences_;
};

// "1 3": the numbers of a line's notes.
class LineNotes {
 public:
  explicit LineNotes(TableNotes& notes) : notes_(notes) {}
  void add(const std::string& sentence) {
    if (sentence.empty()) return;
    const std::string number = std::to_string(notes_.number(sentence));
    if (std::find(numbers_.begin(), numbers_.end(), number) == numbers_.end()) {
      numbers_.push_back(number);
    }
  }
  std::string text() const {
    std::string text;
    for (const auto& number : numbers_) text += (text.empty() ? "" : " ") + number;
    return text;
  }

 private:
  TableNotes& notes_;
  std::vector<std::string> numbers_;
};

// "+0.02" and "[+0.01, +0.03]"; dashes where they are withheld.
void add_signed(std::vector<std::string>& line, const PairedEstimate& paired, double factor,
                const char* unit, bool withheld) {
  const auto cell = [&](double value) {
    return std::isfinite(value) ? fmt::format("{:+.5g}{}", factor * value, unit) : std::string("-");
  };
  const auto& estimate = paired.estimate;
  line.push_back(withheld ? "-" : cell(estimate.value));
  line.push_back(withheld || !std::isfinite(estimate.low)
                     ? "-"
                     : fmt::format("[{}, {}]", cell(estimate.low), cell(estimate.high)));
}

// Why the difference of two estimates is not printed: the reasons of those that are withheld. A
// reason is a sentence, and never empty.
std::vector<std::string> reasons_to_withhold(const EvaluationOutput& output,
                                             const EvaluationTable& table,
                                             const EvaluatedSegment& segment,
                                             const PairedDifference& difference) {
  std::vector<std::string> reasons;
  for (const std::size_t algorithm : {difference.first, difference.second}) {
    const auto& pair = segment.pairs[difference.evaluator * table.algorithms.size() + algorithm];
    if (output.withholds(pair.evaluation)) reasons.push_back(pair.evaluation->withheld);
  }
  return reasons;
}

class TablePrinter {
 public:
  TablePrinter(const EvaluationOutput& output, const EvaluationTable& table)
      : output_(output), table_(table), by_segment_(table.segments.size() > 1) {
    for (const auto& segment : table.segments) {
      for (const auto& pair : segment.pairs) lift_ = lift_ || pair.lift;
    }
  }

  void print() {
    std::vector<std::vector<std::string>> lines{header()};
    for (const auto& segment : table_.segments) {
      for (const auto& pair : segment.pairs) lines.push_back(line_of(segment, pair));
    }
    print_columns(lines, by_segment_ ? 3 : 2);
    print_differences();
    if (lift_) {
      fmt::print(
          "\nlift: estimate less the log's mean, the value of the policy that wrote the log. "
          "Relative: in parts of\nthe log's mean{}.\n",
          relative_method_.empty() ? "" : ", " + relative_method_);
      if (surprising_lift_) {
        fmt::print(
            "Estimate and log's mean rest on the same records, so that their errors are alike and "
            "cancel in the\nlift: its interval may exclude 0 although that of the estimate holds "
            "the "
            "log's mean.\n");
      }
    }
    if (notes_.empty()) return;
    fmt::print("\nnotes\n");
    notes_.print();
  }

 private:
  std::vector<std::string> header() const {
    std::vector<std::string> line;
    if (by_segment_) line = {"segment"};
    line.insert(line.end(), {"algorithm", "evaluator"});
    if (by_segment_) line.insert(line.end(), {"records", "log's mean"});
    line.insert(line.end(), {"estimate", "std. error", "interval", "accepted", "effective"});
    if (lift_) line.insert(line.end(), {"lift", "95% interval", "relative", "95% interval"});
    line.push_back("notes");
    return line;
  }

  std::string segment_name(const EvaluatedSegment& segment) const {
    return segment.whole ? "(whole log)" : quoted_text(segment.name);
  }

  std::vector<std::string> line_of(const EvaluatedSegment& segment, const EvaluatedPair& pair) {
    LineNotes notes(notes_);
    std::vector<std::string> line;
    if (by_segment_) line = {segment_name(segment)};
    line.insert(line.end(), {output_.labels[pair.algorithm], output_.evaluators[pair.evaluator]});
    if (by_segment_) {
      line.insert(line.end(), {std::to_string(segment.records), shown(segment.log_value.value)});
    }
    notes.add(segment.note);
    if (!pair.evaluation) {
      notes.add(with_flags(pair.not_applicable));
      line.insert(line.end(), lift_ ? 9 : 5, "-");
    } else {
      add_numbers(line, *pair.evaluation, output_.withholds(pair.evaluation), notes);
      if (lift_) add_lift(line, pair, notes);
    }
    line.push_back(notes.text());
    return line;
  }

  void add_numbers(std::vector<std::string>& line, const Evaluation& evaluation, bool withheld,
                   LineNotes& notes) {
    const auto& interval = evaluation.interval;
    line.push_back(withheld ? "-" : shown(evaluation.estimate));
    line.push_back(withheld ? "-" : shown(evaluation.standard_error));
    line.push_back(withheld ? "-" : shown_interval(interval.low, interval.high));
    line.push_back(shown_count(evaluation.accepted));
    line.push_back(evaluation.weights ? fmt::format("{:.4g}", evaluation.weights->effective) : "-");
    notes.add(evaluation.withheld);
    if (!std::isfinite(interval.low)) {
      notes.add("interval " + interval.method);
    } else if (interval.level != 0.95) {
      notes.add(fmt::format("the interval has level {:.4g}%", 100 * interval.level));
    }
    for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
      for (const auto& warning : *list) notes.add(with_flags(warning.marked));
    }
  }

  void add_lift(std::vector<std::string>& line, const EvaluatedPair& pair, LineNotes& notes) {
    if (!pair.lift) {
      line.insert(line.end(), 4, "-");
      return;
    }
    const bool withheld = output_.withholds(pair.evaluation);
    surprising_lift_ =
        surprising_lift_ ||
        (!withheld && excludes_zero_by_pairing(*pair.evaluation, pair.lift->absolute.estimate));
    add_signed(line, pair.lift->absolute, 1, "", withheld);
    add_signed(line, pair.lift->relative, 100, "%", withheld);
    if (!std::isfinite(pair.lift->absolute.estimate.low)) {
      notes.add("lift: " + pair.lift->absolute.method);
    } else if (!std::isfinite(pair.lift->relative.estimate.low)) {
      notes.add("relative lift: " + pair.lift->relative.method);
    } else if (relative_method_.empty()) {
      relative_method_ = pair.lift->relative.method;
    }
  }

  void print_differences() {
    std::vector<std::vector<std::string>> lines{
        {"difference", "evaluator", "value", "95% interval", "notes"}};
    if (by_segment_) lines[0].insert(lines[0].begin(), "segment");
    for (const auto& segment : table_.segments) {
      for (const auto& difference : segment.differences) {
        LineNotes notes(notes_);
        const auto reasons = reasons_to_withhold(output_, table_, segment, difference);
        for (const std::string& reason : reasons) notes.add(reason);
        std::vector<std::string> line{
            output_.labels[difference.first] + " - " + output_.labels[difference.second],
            output_.evaluators[difference.evaluator]};
        if (by_segment_) line.insert(line.begin(), segment_name(segment));
        add_signed(line, difference.difference, 1, "", !reasons.empty());
        notes.add("difference: " + difference.difference.method);
        line.push_back(notes.text());
        lines.push_back(std::move(line));
      }
    }
    if (lines.size() == 1) return;
    fmt::print("\n");
    print_columns(lines, by_segment_ ? 3 : 2);
  }

  const EvaluationOutput& output_;
  const EvaluationTable& table_;
  bool by_segment_;
  bool lift_ = false;
  bool surprising_lift_ = false;  // see print
  std::string relative_method_;
  TableNotes notes_;
};

std::string csv_number(double value) {
  return std::isfinite(value) ? numeric::to_decimal(value) : std::string();
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const auto& sentence : sentences) text += (text.empty() ? "" : " | ") + sentence;
  return text;
}

std::vector<std::string> sentences_on(const EvaluatedSegment& segment, const EvaluatedPair& pair) {
  std::vector<std::string> sentences;
  if (!segment.note.empty()) sentences.push_back(segment.note);
  if (!pair.evaluation) {
    sentences.push_back(with_flags(pair.not_applicable));
    return sentences;
  }
  for (const auto* list : {&pair.evaluation->assumption_violations, &pair.evaluation->warnings}) {
    for (const auto& warning : *list) sentences.push_back(with_flags(warning.marked));
  }
  return sentences;
}

// One line of the CSV; fields that nobody sets are empty.
struct CsvLine {
  std::string kind, part, segment, records, log_mean;
  std::string algorithm, minus, evaluator;
  std::string estimate, standard_error, low, high;
  std::string lift, lift_low, lift_high;
  std::string relative_lift, relative_lift_low, relative_lift_high;
  std::string accepted, effective_sample_size, mean_weight, largest_weight, largest_share;
  std::string level, interval, withheld, warnings;

  CsvLine(const char* what, const EvaluatedSegment& of)
      : kind(what),
        part(of.whole ? "log" : "segment"),
        segment(of.name),
        records(std::to_string(of.records)),
        log_mean(csv_number(of.log_value.value)) {}
  void print() const;
};

// The columns, in their order.
constexpr std::pair<std::string_view, std::string CsvLine::*> csv_columns[] = {
    {"kind", &CsvLine::kind},
    {"part", &CsvLine::part},
    {"segment", &CsvLine::segment},
    {"records", &CsvLine::records},
    {"log_mean", &CsvLine::log_mean},
    {"algorithm", &CsvLine::algorithm},
    {"minus", &CsvLine::minus},
    {"evaluator", &CsvLine::evaluator},
    {"estimate", &CsvLine::estimate},
    {"standard_error", &CsvLine::standard_error},
    {"low", &CsvLine::low},
    {"high", &CsvLine::high},
    {"lift", &CsvLine::lift},
    {"lift_low", &CsvLine::lift_low},
    {"lift_high", &CsvLine::lift_high},
    {"relative_lift", &CsvLine::relative_lift},
    {"relative_lift_low", &CsvLine::relative_lift_low},
    {"relative_lift_high", &CsvLine::relative_lift_high},
    {"accepted", &CsvLine::accepted},
    {"effective_sample_size", &CsvLine::effective_sample_size},
    {"mean_weight", &CsvLine::mean_weight},
    {"largest_weight", &CsvLine::largest_weight},
    {"largest_share", &CsvLine::largest_share},
    {"level", &CsvLine::level},
    {"interval", &CsvLine::interval},
    {"withheld", &CsvLine::withheld},
    {"warnings", &CsvLine::warnings},
};

template <class Text>
void print_csv_line(const Text& text) {
  const char* separator = "";
  for (const auto& column : csv_columns) {
    fmt::print("{}{}", separator, text(column));
    separator = ",";
  }
  fmt::print("\n");
}

void print_csv_header() {
  print_csv_line([](const auto& column) { return column.first; });
}

void CsvLine::print() const {
  print_csv_line([this](const auto& column) { return csv_field(this->*column.second); });
}

void set_numbers(CsvLine& line, const Evaluation& evaluation) {
  line.accepted = csv_number(evaluation.accepted);
  line.level = csv_number(evaluation.interval.level);
  line.interval = evaluation.interval.method;
  line.withheld = evaluation.withheld;
  if (!evaluation.weights) return;
  line.effective_sample_size = csv_number(evaluation.weights->effective);
  line.mean_weight = csv_number(evaluation.weights->mean);
  line.largest_weight = csv_number(evaluation.weights->largest);
  line.largest_share = csv_number(evaluation.weights->largest_share);
}

// What is empty where the estimate is withheld.
void set_estimates(CsvLine& line, const Evaluation& evaluation, const std::optional<Lift>& lift) {
  line.estimate = csv_number(evaluation.estimate);
  line.standard_error = csv_number(evaluation.standard_error);
  line.low = csv_number(evaluation.interval.low);
  line.high = csv_number(evaluation.interval.high);
  if (!lift) return;
  line.lift = csv_number(lift->absolute.estimate.value);
  line.lift_low = csv_number(lift->absolute.estimate.low);
  line.lift_high = csv_number(lift->absolute.estimate.high);
  line.relative_lift = csv_number(lift->relative.estimate.value);
  line.relative_lift_low = csv_number(lift->relative.estimate.low);
  line.relative_lift_high = csv_number(lift->relative.estimate.high);
}

void print_csv_pair(const EvaluationOutput& output, const EvaluatedSegment& segment,
                    const EvaluatedPair& pair) {
  CsvLine line("estimate", segment);
  line.algorithm = output.labels[pair.algorithm];
  line.evaluator = output.evaluators[pair.evaluator];
  if (pair.evaluation) {
    set_numbers(line, *pair.evaluation);
    if (!output.withholds(pair.evaluation)) set_estimates(line, *pair.evaluation, pair.lift);
  }
  line.warnings = joined(sentences_on(segment, pair));
  line.print();
}

void print_csv_difference(const EvaluationOutput& output, const EvaluationTable& table,
                          const EvaluatedSegment& segment, const PairedDifference& difference) {
  const auto reasons = reasons_to_withhold(output, table, segment, difference);
  const auto& [estimate, method] = difference.difference;
  CsvLine line("difference", segment);
  line.algorithm = output.labels[difference.first];
  line.minus = output.labels[difference.second];
  line.evaluator = output.evaluators[difference.evaluator];
  if (reasons.empty()) {
    line.estimate = csv_number(estimate.value);
    line.low = csv_number(estimate.low);
    line.high = csv_number(estimate.high);
  }
  line.level = csv_number(0.95);
  line.interval = method;
  line.withheld = joined(reasons);
  line.warnings = segment.note;
  line.print();
}

}  // namespace

void print_table(const EvaluationOutput& output, const InputLog& input,
                 const EvaluationTable& table) {
  print_log(output, input);
  print_log_value(table.segments.back().log_value);
  fmt::print("\n");
  TablePrinter(output, table).print();
}

void print_csv(const EvaluationOutput& output, const EvaluationTable& table) {
  print_csv_header();
  for (const auto& segment : table.segments) {
    for (const auto& pair : segment.pairs) print_csv_pair(output, segment, pair);
    for (const auto& difference : segment.differences) {
      print_csv_difference(output, table, segment, difference);
    }
  }
}

}  // namespace replaybench::cli

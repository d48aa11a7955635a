#include "suite/cli/evaluation_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/cli/terminal.hpp"
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
          "\nlift: estimate less the log's mean, the value of the policy that wrote the log; its "
          "interval pairs\nthe two by record. Relative: in parts of the log's mean{}.\n",
          relative_method_.empty() ? "" : ", " + relative_method_);
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
      notes.add(pair.not_applicable);
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
      for (const auto& warning : *list) notes.add(warning.sentence);
    }
  }

  void add_lift(std::vector<std::string>& line, const EvaluatedPair& pair, LineNotes& notes) {
    if (!pair.lift) {
      line.insert(line.end(), 4, "-");
      return;
    }
    const bool withheld = output_.withholds(pair.evaluation);
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
    sentences.push_back(pair.not_applicable);
    return sentences;
  }
  for (const auto* list : {&pair.evaluation->assumption_violations, &pair.evaluation->warnings}) {
    for (const auto& warning : *list) sentences.push_back(warning.sentence);
  }
  return sentences;
}

std::vector<std::string> csv_numbers(const EvaluatedPair& pair, bool withheld) {
  const Evaluation none;
  const Evaluation& of = pair.evaluation ? *pair.evaluation : none;
  const WeightDiagnostics no_weights{nan, 0, nan, nan, nan, nan, false};
  const WeightDiagnostics weights = of.weights.value_or(no_weights);
  const Lift lift = pair.lift.value_or(Lift{});
  std::vector<double> values{of.estimate, of.standard_error, of.interval.low, of.interval.high};
  for (const auto* paired : {&lift.absolute, &lift.relative}) {
    values.insert(values.end(),
                  {paired->estimate.value, paired->estimate.low, paired->estimate.high});
  }
  if (withheld) values.assign(values.size(), nan);
  values.insert(values.end(), {of.accepted, weights.effective, weights.mean, weights.largest,
                               weights.largest_share});
  std::vector<std::string> fields;
  for (const double value : values) fields.push_back(csv_number(value));
  return fields;
}

// The columns of the CSV, by their places.
enum class Field {
  kind,
  part,
  segment,
  records,
  log_mean,
  algorithm,
  minus,
  evaluator,
  estimate,
  standard_error,
  low,
  high,
  lift,  // and its ends, the relative lift and its ends, accepted, and the weights
  level = lift + 11,
  interval,
  withheld,
  warnings,
  count
};

// One line of the CSV; fields that nobody sets are empty.
class CsvLine {
 public:
  CsvLine(const char* kind, const EvaluatedSegment& segment)
      : fields_(static_cast<std::size_t>(Field::count)) {
    set(Field::kind, kind);
    set(Field::part, segment.whole ? "log" : "segment");
    set(Field::segment, segment.name);
    set(Field::records, std::to_string(segment.records));
    set(Field::log_mean, csv_number(segment.log_value.value));
  }
  void set(Field field, std::string text) {
    fields_[static_cast<std::size_t>(field)] = std::move(text);
  }
  /// These and the following fields.
  void set_from(Field first, const std::vector<std::string>& texts) {
    std::copy(texts.begin(), texts.end(), fields_.begin() + static_cast<std::ptrdiff_t>(first));
  }
  void print() const {
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      fmt::print("{}{}", i > 0 ? "," : "", csv_field(fields_[i]));
    }
    fmt::print("\n");
  }

 private:
  std::vector<std::string> fields_;
};

void print_csv_pair(const EvaluationOutput& output, const EvaluatedSegment& segment,
                    const EvaluatedPair& pair) {
  CsvLine line("estimate", segment);
  line.set(Field::algorithm, output.labels[pair.algorithm]);
  line.set(Field::evaluator, output.evaluators[pair.evaluator]);
  line.set_from(Field::estimate, csv_numbers(pair, output.withholds(pair.evaluation)));
  if (pair.evaluation) {
    line.set(Field::level, csv_number(pair.evaluation->interval.level));
    line.set(Field::interval, pair.evaluation->interval.method);
    line.set(Field::withheld, pair.evaluation->withheld);
  }
  line.set(Field::warnings, joined(sentences_on(segment, pair)));
  line.print();
}

void print_csv_difference(const EvaluationOutput& output, const EvaluationTable& table,
                          const EvaluatedSegment& segment, const PairedDifference& difference) {
  const auto reasons = reasons_to_withhold(output, table, segment, difference);
  const auto& [estimate, method] = difference.difference;
  CsvLine line("difference", segment);
  line.set(Field::algorithm, output.labels[difference.first]);
  line.set(Field::minus, output.labels[difference.second]);
  line.set(Field::evaluator, output.evaluators[difference.evaluator]);
  if (reasons.empty()) {
    line.set(Field::estimate, csv_number(estimate.value));
    line.set(Field::low, csv_number(estimate.low));
    line.set(Field::high, csv_number(estimate.high));
  }
  line.set(Field::level, csv_number(0.95));
  line.set(Field::interval, method);
  line.set(Field::withheld, joined(reasons));
  line.set(Field::warnings, segment.note);
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
  fmt::print(
      "kind,part,segment,records,log_mean,algorithm,minus,evaluator,estimate,standard_error,low,"
      "high,lift,lift_low,lift_high,relative_lift,relative_lift_low,relative_lift_high,accepted,"
      "effective_sample_size,mean_weight,largest_weight,largest_share,level,interval,withheld,"
      "warnings\n");
  for (const auto& segment : table.segments) {
    for (const auto& pair : segment.pairs) print_csv_pair(output, segment, pair);
    for (const auto& difference : segment.differences) {
      print_csv_difference(output, table, segment, difference);
    }
  }
}

}  // namespace replaybench::cli

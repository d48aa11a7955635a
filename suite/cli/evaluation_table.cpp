#include "suite/cli/evaluation_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "suite/cli/terminal.hpp"
#include "suite/cli/with_flags.hpp"
#include "suite/component/registry.hpp"
#include "suite/text/csv_field.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

// Sentences below a table, numbered. A sentence of several lines stands there once; of segments, all
// sentences of a kind are one note, which says how many segments have it.
class TableNotes {
 public:
  explicit TableNotes(std::size_t segments) : segments_(segments) {}

  // The number of a note; `segment`: its part of the log, null: the whole.
  std::size_t number(std::string_view kind, const std::string& sentence,
                     const std::string* segment) {
    const std::string key = segment ? "segment " + std::string(kind) : "log " + sentence;
    const auto [found, is_new] = places_.try_emplace(key, notes_.size());
    if (is_new) notes_.push_back({.sentence = sentence});
    Note& note = notes_[found->second];
    note.is_equal = note.is_equal && note.sentence == sentence;
    if (segment) note.segments.insert(*segment);
    return found->second + 1;
  }

  void print() const {
    if (notes_.empty()) return;
    fmt::print("\nnotes\n");
    for (std::size_t i = 0; i < notes_.size(); ++i) {
      fmt::print("{}\n", wrapped_on_terminal(fmt::format("{:>4}  ", i + 1),
                                             with_flags(text_of(notes_[i])), 6));
    }
  }

 private:
  struct Note {
    std::string sentence;  // the first one
    bool is_equal = true;  // all are
    std::set<std::string> segments = {};
  };

  std::string text_of(const Note& note) const {
    if (note.segments.empty()) return note.sentence;
    const std::string where =
        note.segments.size() == 1
            ? "in " + quoted_text(*note.segments.begin())
            : fmt::format("in {} of {} segments", note.segments.size(), segments_);
    if (note.is_equal) return fmt::format("{} ({})", note.sentence, where);
    return fmt::format("{} (an example; {}, --format csv has all)", note.sentence, where);
  }

  std::size_t segments_;
  std::map<std::string, std::size_t> places_;
  std::vector<Note> notes_;
};

// "1 3": the numbers of a line's notes.
class LineNotes {
 public:
  LineNotes(TableNotes& notes, const EvaluatedSegment& segment)
      : notes_(notes), segment_(segment.whole ? nullptr : &segment.name) {}
  void add(std::string_view kind, const std::string& sentence) {
    if (sentence.empty()) return;
    const std::size_t number = notes_.number(kind, sentence, segment_);
    if (std::find(numbers_.begin(), numbers_.end(), number) == numbers_.end()) {
      numbers_.push_back(number);
    }
  }
  std::string text() const {
    std::string text;
    for (const auto& number : numbers_) text += (text.empty() ? "" : " ") + std::to_string(number);
    return text;
  }

 private:
  TableNotes& notes_;
  const std::string* segment_;
  std::vector<std::size_t> numbers_;
};

// The cells of a line: those of these fields, then the numbers of its notes.
std::vector<FieldCell> line_of(std::initializer_list<std::span<const Field>> lists,
                               const FieldSource& source, const std::string& notes,
                               bool by_segment) {
  std::vector<Field> shown;
  for (const auto& fields : lists) {
    for (const Field& field : fields) {
      if (by_segment || !field.is_of_parts) shown.push_back(field);
    }
  }
  std::vector<FieldCell> line = cells_of(shown, source, &Field::table);
  line.push_back({.title = "notes", .text = notes, .applies = !notes.empty(), .is_number = true});
  return line;
}

class TablePrinter {
 public:
  TablePrinter(const EvaluationOutput& output, const EvaluationTable& table)
      : output_(output),
        table_(table),
        by_segment_(table.segments.size() > 1),
        notes_(table.segments.size() - 1) {}

  void print() {
    print_evaluations();
    print_differences();
    if (has_lift_) print_lift();
    notes_.print();
  }

 private:
  void print_evaluations() {
    CellTable cells;
    for (const auto& segment : table_.segments) {
      for (const auto& pair : segment.pairs) {
        const FieldSource source = source_of(table_, segment, pair, output_.result_labels());
        cells.add(line_of({segment_fields(), evaluation_fields()}, source, notes_on(segment, pair),
                          by_segment_));
        if (pair.lift) note_lift(pair, !source.withheld.empty());
      }
    }
    cells.print();
  }

  std::string notes_on(const EvaluatedSegment& segment, const EvaluatedPair& pair) {
    LineNotes notes(notes_, segment);
    notes.add("few records", segment.note);
    notes.add("not applicable", pair.not_applicable);
    if (!pair.evaluation) return notes.text();
    const Evaluation& evaluation = *pair.evaluation;
    notes.add("withheld", evaluation.withheld);
    if (!std::isfinite(evaluation.interval.low)) {
      notes.add("interval", "interval " + evaluation.interval.method);
    }
    for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
      for (const auto& warning : *list) notes.add(id_of(warning.kind), warning.marked);
    }
    add_bandwidth(notes, evaluation);
    if (!pair.lift) return notes.text();
    if (!std::isfinite(pair.lift->absolute.estimate.low)) {
      notes.add("lift", "lift: " + pair.lift->absolute.method);
    } else if (!std::isfinite(pair.lift->relative.estimate.low)) {
      notes.add("relative lift", "relative lift: " + pair.lift->relative.method);
    }
    return notes.text();
  }

  // An estimate for real-valued actions depends on its bandwidth, which its evaluator's remarks give.
  static void add_bandwidth(LineNotes& notes, const Evaluation& evaluation) {
    const std::string& text = evaluation.evaluator;
    const auto* const evaluator =
        find_description(text.substr(0, text.find('{')), evaluators_table());
    if (!evaluator || evaluator->properties.reads != LogKind::doses) return;
    for (std::size_t i = 0; i < evaluation.remarks.size(); ++i) {
      notes.add(fmt::format("remark {}", i), evaluation.remarks[i]);
    }
  }

  void note_lift(const EvaluatedPair& pair, bool withheld) {
    has_lift_ = true;
    surprising_lift_ =
        surprising_lift_ ||
        (!withheld && excludes_zero_by_pairing(*pair.evaluation, pair.lift->absolute.estimate));
    if (relative_method_.empty() && std::isfinite(pair.lift->relative.estimate.low)) {
      relative_method_ = pair.lift->relative.method;
    }
  }

  void print_lift() const {
    const std::string meaning =
        "lift: estimate minus the log's mean, the value of the policy that wrote the log. "
        "Relative: as a fraction of the log's mean" +
        (relative_method_.empty() ? "" : ", " + relative_method_) + ".";
    fmt::print("\n{}\n", wrapped_on_terminal("", meaning, 0));
    if (!surprising_lift_) return;
    constexpr std::string_view why =
        "Estimate and log's mean use the same records, so their errors are similar and cancel in "
        "the lift: its interval may exclude 0 although the interval of the estimate contains the "
        "log's mean.";
    fmt::print("{}\n", wrapped_on_terminal("", why, 0));
  }

  void print_differences() {
    CellTable cells;
    for (const auto& segment : table_.segments) {
      for (const auto& difference : segment.differences) {
        const FieldSource source = source_of(table_, segment, difference, output_.result_labels());
        LineNotes notes(notes_, segment);
        for (const std::string& reason : source.withheld) notes.add("withheld", reason);
        notes.add("difference", "difference: " + difference.difference.method);
        cells.add(line_of({difference_fields()}, source, notes.text(), by_segment_));
      }
    }
    if (cells.empty()) return;
    fmt::print("\n");
    cells.print();
  }

  const EvaluationOutput& output_;
  const EvaluationTable& table_;
  bool by_segment_;
  bool has_lift_ = false;
  bool surprising_lift_ = false;  // see print_lift
  std::string relative_method_;
  TableNotes notes_;
};

std::string csv_value(const Field& field, const FieldValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return csv_number(*number);
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return std::to_string(*whole);
  if (const auto* text = std::get_if<std::string>(&value)) {
    return field.unit == FieldUnit::name ? *text : with_flags(*text);  // a name is the user's
  }
  std::string joined;
  if (const auto* sentences = std::get_if<std::vector<std::string>>(&value)) {
    for (const auto& sentence : *sentences)
      joined += (joined.empty() ? "" : " | ") + with_flags(sentence);
  }
  return joined;
}

// A line of CSV: the columns that these fields have, the others empty.
void print_csv_line(std::span<const Field> fields, const FieldSource& source) {
  const char* separator = "";
  for (const Field& column : csv_columns()) {
    std::string text;
    for (const auto& list : {segment_fields(), fields}) {
      for (const Field& field : list) {
        if (field.csv == column.csv) text = csv_value(field, value_of(field, source));
      }
    }
    fmt::print("{}{}", separator, csv_field(text));
    separator = ",";
  }
  fmt::print("\n");
}

}  // namespace

std::vector<Field> csv_columns() {
  std::vector<Field> columns;
  for (const auto& list : {segment_fields(), evaluation_fields()}) {
    for (const Field& field : list) {
      if (!field.csv.empty()) columns.push_back(field);
    }
  }
  return columns;
}

void print_table(const EvaluationOutput& output, const InputLog& input,
                 const EvaluationTable& table) {
  print_log(output, input);
  print_lines(evaluation_fields(), {.segment = &table.segments.back()});
  fmt::print("\n");
  print_lines_of_table(output, table);
}

void print_lines_of_table(const EvaluationOutput& output, const EvaluationTable& table) {
  TablePrinter(output, table).print();
}

void print_csv(const EvaluationOutput& output, const EvaluationTable& table) {
  const char* separator = "";
  for (const Field& column : csv_columns()) {
    fmt::print("{}{}", separator, column.csv);
    separator = ",";
  }
  fmt::print("\n");
  for (const auto& segment : table.segments) {
    for (const auto& pair : segment.pairs) {
      print_csv_line(evaluation_fields(), source_of(table, segment, pair, output.result_labels()));
    }
    for (const auto& difference : segment.differences) {
      print_csv_line(difference_fields(),
                     source_of(table, segment, difference, output.result_labels()));
    }
  }
}

}  // namespace replaybench::cli

#pragma once
// An evaluation as text; what its text, its tables and its JSON share.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "suite/evaluate/evaluation_fields.hpp"
#include "suite/evaluationpage/evaluation_json.hpp"

namespace replaybench::cli {

/// Names are as the user wrote them.
struct EvaluationOutput : ResultNames {
  bool all_actions = false;  ///< the table of actions, however many there are
};

void print_json(const nlohmann::ordered_json& json);
/// The JSON Schema of json_of, and the Table Schema of the CSV of print_csv, made from
/// the lists of fields.
void print_json_schema();
void print_csv_schema();

/// The table of actions is printed in text for this many actions without being asked for.
inline constexpr std::size_t few_actions = 10;

/// The answer, warnings and diagnostics, then all numbers; a dash if there is none.
void print_text(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation);

/// A word and a sentence behind it, wrapped on a terminal; `is_strong`: in bold.
void print_sentence(std::string_view word, const std::string& sentence, bool is_strong = false);
/// "[low, high]" with five digits; a dash if there is none.
std::string interval_text(double low, double high);

/// The line about the log.
void print_log(const EvaluationOutput& output, const InputLog& input);

/// The lines of those fields that apply, without the evidence; the reason in the place of the first one
/// that is withheld, nothing in that of the others.
void print_lines(std::span<const Field> fields, const FieldSource& source);

/// Lines of cells below their titles; numbers are right-aligned. A column that applies to no line, or has only
/// dashes, is left out.
class CellTable {
 public:
  /// The cells of all lines have the same titles.
  void add(std::vector<FieldCell> line) { lines_.push_back(std::move(line)); }
  bool empty() const { return lines_.empty(); }
  void print() const;

 private:
  std::vector<std::vector<FieldCell>> lines_;
};

}  // namespace replaybench::cli

#pragma once
// The results of `evaluate` as one list of fields: names, units, digits and order stand here, once for
// text, tables, CSV, JSON, Python and the schemas of these. Writers are loops over the list, besides
// what is no field: the rows of an evaluator, and the layout of several evaluations.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench {

/// Nothing if the field does not apply; NaN for a number that is withheld or cannot be computed. Texts
/// may hold marks of options (suite/text/option.hpp), which front ends write as their users do.
using FieldValue = std::variant<std::monostate, double, std::uint64_t, bool, std::string,
                                std::vector<std::string>>;

/// Sources of the fields; a field of a part that is null does not apply.
struct FieldSource {
  const InputLog* input = nullptr;
  const EvaluationOptions* options = nullptr;
  const EvaluatedSegment* segment = nullptr;
  const EvaluatedPair* pair = nullptr;
  const Evaluation* evaluation = nullptr;
  const PairedDifference* difference = nullptr;
  const ActionSummary* action = nullptr;
  std::string_view log = {};              ///< its name, as the user wrote it
  std::string_view label = {};            ///< the policy, as the user wrote it
  std::string_view minus = {};            ///< of a difference: the policy that is subtracted
  std::string_view evaluator_label = {};  ///< the evaluator, as the user wrote it
  std::string_view algorithm = {};        ///< the policy with all its parameters
  std::string_view evaluator = {};        ///< the evaluator with all its parameters
  /// Reasons for withholding the numbers, in sentences; empty if they are shown.
  std::vector<std::string> withheld = {};
};

enum class FieldUnit {
  reward,      ///< in the unit of the rewards
  difference,  ///< the same, with a sign
  relative,    ///< in parts of the mean logged reward; shown as percent with a sign
  number,      ///< any other
  count,       ///< at least 0, a mean of counts if it is not whole
  integer,     ///< at least 0
  share,       ///< in [0, 1]; shown as percent
  level,       ///< of confidence, in (0, 1); shown as percent
  flag,        ///< true or false
  name,        ///< given by the user's data; shown in quotes
  text,
  sentences,  ///< a list
};

/// Place of a field in text or in a table. Fields of one title share a line or a column.
struct FieldPlace {
  std::string_view title = {};   ///< empty if it is not shown there
  std::string_view form = "{}";  ///< of a value; after | of no value (else "-" for {}), or of false
};

struct Field {
  std::string_view json = {};    ///< key; "interval.low" is one of an object within; empty if none
  std::string_view csv = {};     ///< column; empty if none
  std::string_view python = {};  ///< key of the dict, as of JSON
  FieldPlace table = {};
  FieldPlace text = {};
  FieldUnit unit = FieldUnit::number;
  bool is_withheld = false;     ///< with the estimate
  bool is_optional = false;     ///< JSON has no such key (the outermost one) if there is no value
  bool is_evidence = false;     ///< text has its line before the estimate
  bool is_of_parts = false;     ///< tables of several segments have its column, no others
  std::string_view about = {};  ///< for the schemas
  double (*error)(const FieldSource&) = nullptr;  ///< standard error that decides the digits shown
  FieldValue (*value)(const FieldSource&) = nullptr;
};

/// Fields of a log and of its evaluation: the outermost object of JSON.
std::span<const Field> log_fields();
/// Fields of one action of the log.
std::span<const Field> action_fields();
/// Fields of a segment of the log: the first columns of CSV and tables.
std::span<const Field> segment_fields();
/// Fields of one policy under one evaluator.
std::span<const Field> evaluation_fields();
/// Fields of a difference between two policies. Its CSV columns are among the columns of an evaluation.
std::span<const Field> difference_fields();

/// The value, NaN instead of one that is withheld.
FieldValue value_of(const Field& field, const FieldSource& source);

/// True for NaN, for an empty text (except for a name) or list, and where the field does not apply.
bool is_missing(const Field& field, const FieldValue& value);

/// The names of policies and evaluators as the user wrote them, and whether withheld numbers are shown.
struct ResultLabels {
  std::span<const std::string> algorithms = {};
  std::span<const std::string> evaluators = {};
  bool show_unreliable = false;
};

/// The sources of a table's fields. What they are made from must outlive them.
FieldSource source_of(const EvaluationTable& table, const EvaluatedSegment& segment,
                      const EvaluatedPair& pair, const ResultLabels& labels);
/// A difference is withheld where one of its estimates is.
FieldSource source_of(const EvaluationTable& table, const EvaluatedSegment& segment,
                      const PairedDifference& difference, const ResultLabels& labels);
/// Source of the fields of one evaluation, without a comparison.
FieldSource source_of(const Evaluation& evaluation, bool show_unreliable);

/// A line of text, or a cell of a table.
struct FieldCell {
  std::string_view title;
  std::string text;
  bool applies = false;      ///< its first field has a value, or would have one that is withheld
  bool is_withheld = false;  ///< its first field is
  bool is_evidence = false;
  bool is_number = false;  ///< its first field is
};

/// The cells of these fields in `place` (&Field::table, &Field::text), each title once, in the order
/// of the list. O(fields^2).
std::vector<FieldCell> cells_of(std::span<const Field> fields, const FieldSource& source,
                                FieldPlace Field::*place);

}  // namespace replaybench

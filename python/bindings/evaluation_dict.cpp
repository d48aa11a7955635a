#include "python/bindings/evaluation_dict.hpp"

#include <pybind11/stl.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "python/bindings/arrays.hpp"
#include "python/bindings/texts.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

py::object number(double value) {
  if (!std::isfinite(value)) return py::none();
  return py::float_(value);
}

py::object python_value(const Field& field, const FieldValue& value) {
  return std::visit(
      [&](const auto& of) -> py::object {
        using Value = std::decay_t<decltype(of)>;
        if constexpr (std::is_same_v<Value, std::monostate>) {
          return py::none();
        } else if constexpr (std::is_same_v<Value, double>) {
          return number(of);
        } else if constexpr (std::is_arithmetic_v<Value>) {
          return py::cast(of);
        } else if constexpr (std::is_same_v<Value, std::string>) {
          return field.unit == FieldUnit::name ? shown(of) : with_keywords(of);
        } else {
          py::list list;
          for (const std::string& sentence : of) list.append(with_keywords(sentence));
          return list;
        }
      },
      value);
}

bool has_value(const py::dict& dict) {
  for (const auto& item : dict) {
    if (!item.second.is_none()) return true;
  }
  return false;
}

// The fields that apply, by their names in Python; None for an object within that has no value.
py::dict dict_of_fields(std::span<const Field> fields, const FieldSource& source) {
  py::dict dict;
  for (const Field& field : fields) {
    const FieldValue value = value_of(field, source);
    if (field.python.empty() || std::holds_alternative<std::monostate>(value)) continue;
    const std::size_t dot = field.python.find('.');
    const py::str key(std::string(field.python.substr(0, dot)));
    if (dot == std::string_view::npos) {
      dict[key] = python_value(field, value);
      continue;
    }
    if (!dict.contains(key)) dict[key] = py::dict();
    dict[key][py::str(std::string(field.python.substr(dot + 1)))] = python_value(field, value);
  }
  for (const auto& item : dict) {
    if (!py::isinstance<py::dict>(item.second)) continue;
    if (!has_value(py::reinterpret_borrow<py::dict>(item.second))) dict[item.first] = py::none();
  }
  return dict;
}

py::list actions_of(const Evaluation& evaluation) {
  py::list list;
  for (const ActionSummary& action : evaluation.actions) {
    py::dict dict = dict_of_fields(action_fields(), {.action = &action});
    if (!dict.contains("mean_propensity")) dict["mean_propensity"] = py::none();
    list.append(dict);
  }
  return list;
}

py::list rows_of(const Evaluation& evaluation) {
  py::list list;
  for (const ResultRow& row : evaluation.rows) {
    py::dict dict;
    dict["step"] = row.step;
    for (std::size_t i = 0; i < evaluation.columns.size(); ++i) {
      dict[py::str(evaluation.columns.names()[i])] = number(row.values[i]);
    }
    list.append(dict);
  }
  return list;
}

py::list warnings_of(const Evaluation& evaluation) {
  py::list list;
  for (const auto* warnings : {&evaluation.assumption_violations, &evaluation.warnings}) {
    for (const EvaluationWarning& warning : *warnings) {
      list.append(py::make_tuple(std::string(id_of(warning.kind)), with_keywords(warning.marked)));
    }
  }
  return list;
}

// The command line's lines: (title, text), the evidence first.
py::list lines_of(const FieldSource& source) {
  const auto cells = cells_of(evaluation_fields(), source, &Field::text);
  py::list list;
  for (const bool is_evidence : {true, false}) {
    for (const FieldCell& cell : cells) {
      if (!cell.applies || cell.is_withheld || cell.is_evidence != is_evidence) continue;
      list.append(py::make_tuple(shown(std::string(cell.title)), with_keywords(cell.text)));
    }
  }
  return list;
}

py::dict dict_of_source(const FieldSource& source, bool influences) {
  py::dict dict = dict_of_fields(evaluation_fields(), source);
  if (!source.evaluation) return dict;
  const bool withheld = !source.withheld.empty();
  dict["rows"] = withheld ? py::list() : rows_of(*source.evaluation);
  dict["actions"] = actions_of(*source.evaluation);
  dict["warnings"] = warnings_of(*source.evaluation);
  dict["lines"] = lines_of(source);
  if (influences && source.evaluation->parts && !withheld) {
    dict["influences"] = array_of(influences_of(*source.evaluation));
  }
  return dict;
}

py::dict segment_of(const EvaluatedSegment& segment, const EvaluationTable& table,
                    const ResultLabels& labels, bool influences) {
  py::dict dict = dict_of_fields(segment_fields(), {.segment = &segment});
  py::list differences;
  for (const PairedDifference& difference : segment.differences) {
    differences.append(
        dict_of_fields(difference_fields(), source_of(table, segment, difference, labels)));
  }
  dict["differences"] = differences;
  py::list pairs;
  for (const EvaluatedPair& pair : segment.pairs) {
    pairs.append(dict_of_source(source_of(table, segment, pair, labels), influences));
  }
  dict["evaluations"] = pairs;
  return dict;
}

}  // namespace

py::dict dict_of(const Evaluation& evaluation, const std::string& label,
                 const std::string& evaluator, bool show_unreliable) {
  FieldSource source = source_of(evaluation, show_unreliable);
  source.label = label;
  source.evaluator_label = evaluator;
  return dict_of_source(source, true);
}

py::dict dict_of(const EvaluationTable& table, const ResultLabels& names, bool influences) {
  py::list segments;
  for (const EvaluatedSegment& segment : table.segments) {
    segments.append(segment_of(segment, table, names, influences));
  }
  py::dict dict;
  dict["labels"] = std::vector<std::string>(names.algorithms.begin(), names.algorithms.end());
  dict["algorithms"] = table.algorithms;
  dict["evaluators"] = table.evaluators;
  dict["segments"] = segments;
  return dict;
}

py::dict fields_in_python() {
  const std::pair<const char*, std::span<const Field>> lists[] = {
      {"evaluation", evaluation_fields()},
      {"segment", segment_fields()},
      {"difference", difference_fields()},
      {"action", action_fields()}};
  py::dict dict;
  for (const auto& [name, fields] : lists) {
    py::dict about;
    for (const Field& field : fields) {
      if (!field.python.empty()) {
        about[py::str(std::string(field.python))] = std::string(field.about);
      }
    }
    dict[name] = about;
  }
  return dict;
}

}  // namespace replaybench::python

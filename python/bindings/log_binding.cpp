// Logs: from a file, from arrays, from the columns of a table; their columns as views.

#include <pybind11/stl.h>

#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/log.hpp"
#include "python/bindings/reading.hpp"
#include "python/bindings/texts.hpp"
#include "suite/evaluate/dataset_log.hpp"
#include "suite/format/arrow_rows.hpp"
#include "suite/log/text_list.hpp"
#include "suite/logs/array_log.hpp"
#include "suite/logs/column_rows.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

using NamedArrays = std::vector<std::pair<std::string, Doubles>>;

// A table of rows; a vector has rows of one number.
NamedRows rows_of(const std::string& name, const Doubles& array) {
  const std::size_t width = array.ndim() < 2 ? 1 : static_cast<std::size_t>(array.shape(1));
  return {name, span_of(array), width};
}

std::vector<NamedRows> rows_of(const NamedArrays& arrays) {
  std::vector<NamedRows> rows;
  for (const auto& [name, array] : arrays) rows.push_back(rows_of(name, array));
  return rows;
}

PythonLog from_arrays(const std::string& name, const Integers& action, const Doubles& reward,
                      const std::optional<Doubles>& context,
                      const std::optional<Doubles>& propensity, std::optional<std::int64_t> actions,
                      const NamedArrays& policies, const NamedArrays& predictions,
                      const py::dict& reading) {
  LogArrays arrays;
  arrays.action = span_of(action);
  arrays.reward = span_of(reward);
  if (propensity) arrays.propensity = span_of(*propensity);
  if (context) {
    const NamedRows rows = rows_of("context", *context);
    arrays.context = rows.values;
    arrays.features = rows.width;
  }
  arrays.action_count = actions;
  arrays.policies = rows_of(policies);
  arrays.predictions = rows_of(predictions);
  arrays.intercept = log_options_of(reading).intercept;
  return {run_interruptibly([&] { return log_from_arrays(arrays, name); }), name};
}

MemoryColumn column_of(const std::string& name, const py::object& values) {
  MemoryColumn column;
  column.name = name;
  if (py::isinstance<Doubles>(values)) {
    column.is_number = true;
    column.numbers = span_of(values.cast<Doubles>());
    return column;
  }
  try {
    if (!py::isinstance<py::tuple>(values)) {
      column.texts = values.cast<std::vector<std::string>>();
      return column;
    }
    column.is_list = true;
    for (const auto& row : values.cast<std::vector<std::vector<std::string>>>()) {
      std::string& list = column.texts.emplace_back();
      for (const std::string& element : row) add_to_list(list, element);
    }
  } catch (const py::cast_error&) {  // half of a surrogate pair
    throw DataError("column " + quoted_text(name) + " has a text that UTF-8 cannot write");
  }
  return column;
}

// The arrays among `columns` must be of doubles already: they are viewed, not kept.
PythonLog from_columns(const std::string& name,
                       const std::vector<std::pair<std::string, py::object>>& columns,
                       const py::dict& reading) {
  const LogOptions options = log_options_of(reading);
  std::vector<MemoryColumn> rows;
  for (const auto& [column, values] : columns) rows.push_back(column_of(column, values));
  return {run_interruptibly([&] { return open_log(*column_rows(name, std::move(rows)), options); }),
          name};
}

// One path or several; needs one.
PythonLog from_files(const std::vector<std::string>& paths, const py::dict& reading) {
  LogOptions options = log_options_of(reading);
  options.path = paths.at(0);
  options.more_paths.assign(paths.begin() + 1, paths.end());
  return {run_interruptibly([&] { return open_log(options); }), name_of_log(options)};
}

// The capsule of __arrow_c_stream__(); its stream is moved from.
PythonLog from_stream(const std::string& name, const py::capsule& capsule,
                      const py::dict& reading) {
  const LogOptions options = log_options_of(reading);
  auto* const stream =
      static_cast<arrow::Stream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
  if (stream == nullptr) throw py::error_already_set();
  return {run_interruptibly([&] { return open_log(*arrow_rows(*stream, name), options); }), name};
}

PythonLog from_dataset(const std::string& dataset, std::uint64_t records,
                       const std::string& logging, std::uint64_t seed) {
  DatasetLog found = run_interruptibly([&] {
    return open_dataset_log(dataset, {.records = records, .logging = logging, .seed = seed});
  });
  return {std::move(found.input), std::move(found.name)};
}

PythonLog with_arrays(const PythonLog& log, const std::vector<std::string>& new_actions,
                      const NamedArrays& policies, const NamedArrays& predictions) {
  const auto more = rows_of(policies);
  const auto models = rows_of(predictions);
  return {
      run_interruptibly([&] { return with_given(log.input, new_actions, more, models, log.name); }),
      log.name};
}

// A column of a Log as an array that keeps the Log alive.
template <class Value>
py::object column_view(const py::object& self, const std::vector<Value>& column,
                       std::size_t width = 0) {
  if (column.empty()) return py::none();
  std::vector<py::ssize_t> shape{
      static_cast<py::ssize_t>(column.size() / std::max<std::size_t>(1, width))};
  if (width > 0) shape.push_back(static_cast<py::ssize_t>(width));
  return view_of<Value>(column, std::move(shape), self);
}

const Log& log_of(const py::object& self) { return *self.cast<const PythonLog&>().input.log; }

py::list names_of_policies(const PythonLog& log) {
  py::list names;
  for (const TargetPolicy& target : log.input.log->targets) names.append(shown(target.name));
  return names;
}

std::string text_of(const PythonLog& log) {
  return "Log(" + log.name + ": " + std::to_string(log.input.log->size()) + " records, " +
         std::to_string(log.input.log->action_count) + " actions, " +
         std::to_string(log.input.log->dimension) + " features)";
}

}  // namespace

void add_log(py::module_& module) {
  py::class_<PythonLog>(
      module, "Log",
      "A log in the engine's memory; made by replaybench.open_log.\n\n"
      "Its columns are read-only arrays on that memory, without a copy. A log can\n"
      "be evaluated often, and by several threads at once.")
      .def("__len__", [](const PythonLog& log) { return log.input.log->size(); })
      .def("__repr__", &text_of)
      .def_readonly("name", &PythonLog::name, "What messages call it: its path, say.")
      .def_property_readonly(
          "n_actions", [](const PythonLog& log) { return log.input.log->action_count; },
          "K, the number of actions.")
      .def_property_readonly(
          "action_names", [](const PythonLog& log) { return shown(log.input.log->action_names); },
          "The actions' names, by number.")
      .def_property_readonly(
          "feature_names", [](const PythonLog& log) { return shown(log.input.log->feature_names); },
          "The features' names, in the order of the context's columns.")
      .def_property_readonly("policies", &names_of_policies,
                             "Names of the policies that the log gives by columns.")
      .def_property_readonly(
          "segments", [](const PythonLog& log) { return shown(log.input.segment_names); },
          "Names of the segments that `by` asked for.")
      .def_property_readonly(
          "ignored_columns", [](const PythonLog& log) { return shown(log.input.ignored_columns); },
          "Columns of the source that are neither a role's nor a feature.")
      .def_property_readonly(
          "action", [](const py::object& self) { return column_view(self, log_of(self).actions); },
          "n numbers of actions (uint32).")
      .def_property_readonly(
          "reward", [](const py::object& self) { return column_view(self, log_of(self).rewards); },
          "n rewards.")
      .def_property_readonly(
          "propensity",
          [](const py::object& self) { return column_view(self, log_of(self).propensities); },
          "n probabilities of the logged actions, in (0, 1]; None: not known.")
      .def_property_readonly(
          "context",
          [](const py::object& self) {
            return column_view(self, log_of(self).contexts, log_of(self).dimension);
          },
          "n x d features, with the constant one last where it was added; None where there is\n"
          "none, and where only the features that are 1 are stored.")
      .def("_with", &with_arrays);
  module.def("log_from_arrays", &from_arrays);
  module.def("log_from_columns", &from_columns);
  module.def("log_from_files", &from_files);
  module.def("log_from_stream", &from_stream);
  module.def("log_from_dataset", &from_dataset);
}

}  // namespace replaybench::python

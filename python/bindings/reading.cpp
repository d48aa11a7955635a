#include "python/bindings/reading.hpp"

#include <pybind11/stl.h>

#include <optional>

#include "python/bindings/bindings.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/option.hpp"

namespace replaybench::python {

namespace py = pybind11;

namespace {

std::string text_of(const py::handle& value) { return py::str(value).cast<std::string>(); }

std::vector<std::string> texts_of(const py::handle& values) {
  std::vector<std::string> texts;
  for (const py::handle value : values) texts.push_back(text_of(value));
  return texts;
}

std::vector<std::string> pairs_of(const py::handle& mapping, char separator) {
  std::vector<std::string> pairs;
  for (const py::handle item : mapping.attr("items")()) {
    const auto [key, value] = item.cast<std::pair<py::object, py::object>>();
    pairs.push_back(text_of(key) + separator + (value.is_none() ? "" : text_of(value)));
  }
  return pairs;
}

// Nothing for a value that stands for no parameter's.
std::optional<WrittenValue> written_value(const ParameterInfo& info, const py::handle& value) {
  if (py::isinstance<py::str>(value)) return text_of(value);
  if (info.type == ParameterType::boolean) {
    py::detail::make_caster<bool> as_boolean;
    if (!as_boolean.load(value, true)) return {};
    return py::detail::cast_op<bool>(as_boolean);
  }
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
  if (info.type == ParameterType::texts) {
    const bool is_mapping = py::hasattr(value, "items");
    if (is_mapping && info.pair_separator == 0) return {};
    if (is_mapping) return pairs_of(value, info.pair_separator);
    if (py::isinstance<py::iterable>(value)) return texts_of(value);
  }
  if (PyIndex_Check(value.ptr())) {
    py::detail::make_caster<std::int64_t> as_integer;
    if (!as_integer.load(value, true)) return {};
    return py::detail::cast_op<std::int64_t>(as_integer);
  }
  if (py::isinstance<py::float_>(value)) return value.cast<double>();
  return {};
}

std::vector<ParameterInfo> known_options() { return log_parameters_without({"path"}); }

py::list log_options() {
  py::list options;
  for (const ParameterInfo& info : known_options()) {
    py::dict option = dict_of_parameter(info);
    option["choices"] = info.choices;
    option["is_mapping"] = info.pair_separator != 0;
    options.append(option);
  }
  return options;
}

}  // namespace

py::dict dict_of_parameter(const ParameterInfo& info) {
  py::dict dict;
  dict["name"] = info.name;
  dict["type"] = info.type_name();
  dict["default"] = py::cast(info.default_value);
  dict["range"] = info.range_text();
  dict["meaning"] = info.meaning;
  dict["source"] = info.source_text;
  return dict;
}

LogOptions log_options_of(const py::dict& reading) {
  ComponentText written;
  std::vector<SpecProblem> problems;
  const auto known = known_options();
  for (const auto& [key, value] : reading) {
    const std::string name = text_of(key);
    const ParameterInfo* const info = find_parameter(known, name);
    const auto given = info ? written_value(*info, value) : WrittenValue(false);
    if (given) {
      written.parameters.push_back({name, *given, {}, {}});
    } else {
      problems.push_back({{},
                          option(name) + " is " + py::repr(value).cast<std::string>() +
                              "; expected: " + info->type_name() + ", " + info->range_text()});
    }
  }
  resolve_parameters(written, known, problems);
  if (!problems.empty()) throw SpecErrors(problems);
  return log_parameters().read(resolve_parameters(written, log_parameters().described(), problems));
}

void add_reading(py::module_& module) { module.def("log_options", &log_options); }

}  // namespace replaybench::python

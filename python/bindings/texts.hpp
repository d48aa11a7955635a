#pragma once
// Texts of the engine, which may come from a file that is not UTF-8.

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>
#include <vector>

#include "suite/text/option.hpp"

namespace replaybench::python {

/// Bytes that are not UTF-8 become \xe9 and the like, as in messages.
inline pybind11::str shown(const std::string& text) {
  PyObject* decoded =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
  if (!decoded) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::str>(decoded);
}

inline pybind11::list shown(const std::vector<std::string>& texts) {
  pybind11::list list;
  for (const std::string& text : texts) list.append(shown(text));
  return list;
}

/// A message of the engine, its options written as keywords.
inline std::string keyword_text(std::string_view message) {
  static constexpr OptionName names[] = {
      {"algorithm", "policy"}, {"evaluator", "estimator"}, {"path", "log"}};
  return in_style(message, OptionStyle::python, names);
}

inline pybind11::str with_keywords(std::string_view message) {
  return shown(keyword_text(message));
}

}  // namespace replaybench::python

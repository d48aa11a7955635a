#pragma once
// NumPy arrays and the engine's columns.

#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace replaybench::python {

/// Arrays row by row. An array that has this type is viewed; another one is converted first.
using Doubles = pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;
using Integers =
    pybind11::array_t<std::int64_t, pybind11::array::c_style | pybind11::array::forcecast>;

template <class Value>
std::span<const Value> span_of(
    const pybind11::array_t<Value, pybind11::array::c_style | pybind11::array::forcecast>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// A read-only array on values that `owner` keeps alive. Nothing is copied.
template <class Value>
pybind11::array view_of(std::span<const Value> values, std::vector<pybind11::ssize_t> shape,
                        pybind11::handle owner) {
  pybind11::array array(pybind11::dtype::of<Value>(), std::move(shape), values.data(), owner);
  array.attr("setflags")(pybind11::arg("write") = false);
  return array;
}

/// An array of values that it owns.
template <class Value>
pybind11::array array_of(std::vector<Value> values) {
  auto kept = std::make_unique<std::vector<Value>>(std::move(values));
  const std::span<const Value> span(*kept);
  const pybind11::capsule owner(kept.release(),
                                [](void* held) { delete static_cast<std::vector<Value>*>(held); });
  return view_of<Value>(span, {static_cast<pybind11::ssize_t>(span.size())}, owner);
}

}  // namespace replaybench::python

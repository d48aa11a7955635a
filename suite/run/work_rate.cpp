#include "suite/run/work_rate.hpp"

#include <string_view>

namespace replaybench {

namespace {

std::string label_of(const Cell& cell, std::string_view axis) {
  for (const AxisValue& value : cell.axes) {
    if (value.name == axis) return value.value;
  }
  return "-";
}

}  // namespace

CellKind kind_of(const Cell& cell) {
  return {cell.task, label_of(cell, "algorithm"), label_of(cell, "evaluator")};
}

}  // namespace replaybench

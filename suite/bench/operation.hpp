#pragma once
// The operations of an algorithm that are timed.

#include <string>

namespace replaybench::bench {

/// The timed operation of an algorithm; a step is choose, then the update with the choice.
enum class Operation { choose, update, step };

inline std::string to_text(Operation operation) {
  if (operation == Operation::choose) return "choose";
  return operation == Operation::update ? "update" : "step";
}

}  // namespace replaybench::bench

#pragma once
// A log as Python holds it.

#include <cstdint>
#include <string>

#include "suite/logs/open_log.hpp"

namespace replaybench::python {

struct PythonLog {
  InputLog input;
  std::string name;  ///< of the log in messages: its path, say
};

/// The log with the propensities that `how` asks for: "given", or estimated by "frequency" or "logistic".
InputLog with_propensities(const InputLog& input, const std::string& how, std::uint64_t seed);

}  // namespace replaybench::python

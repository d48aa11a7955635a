#pragma once
// A log as Python holds it.

#include <string>

#include "suite/logs/open_log.hpp"

namespace replaybench::python {

struct PythonLog {
  InputLog input;
  std::string name;  ///< of the log in messages: its path, say
};

}  // namespace replaybench::python

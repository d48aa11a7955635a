#pragma once
// For tests: the environment variable that names the folder of the data.

#include <cstdlib>
#include <optional>
#include <string>

namespace replaybench::testing {

/// REPLAYBENCH_DATA during a test; as before afterwards.
class DataVariable {
 public:
  explicit DataVariable(const std::optional<std::string>& value) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~DataVariable() { set(before_); }
  DataVariable(const DataVariable&) = delete;
  DataVariable& operator=(const DataVariable&) = delete;

 private:
  static constexpr const char* name = "REPLAYBENCH_DATA";
  static void set(const std::optional<std::string>& value) {
    if (value) {
      setenv(name, value->c_str(), 1);
    } else {
      unsetenv(name);
    }
  }
  std::optional<std::string> before_;
};

}  // namespace replaybench::testing

#pragma once
// Results of the benchmark programs, read back.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace replaybench::bench {

/// One benchmark: the median of its repetitions, or its one run.
struct Measurement {
  std::string program;  ///< without "_bench"
  std::string name;     ///< without Google Benchmark's options: "algorithm/step/lap/K:10/F:15"
  double seconds = 0;   ///< CPU time of one iteration
  std::map<std::string, double> numbers;  ///< counters, rates, and what else was reported
  std::string error;                      ///< empty when all went well
};

/// The reports (*.json) of a folder.
class Measurements {
 public:
  /// Throws std::runtime_error for a file that is not a report.
  explicit Measurements(const std::filesystem::path& folder);

  /// In the order of the reports: files by name, benchmarks as they ran.
  const std::vector<Measurement>& all() const { return all_; }
  /// Nothing if there is none of this name or it failed.
  std::optional<double> seconds(const std::string& name) const;
  /// Like the function above, for a counter or a rate ("bytes_per_second").
  std::optional<double> number(const std::string& name, const std::string& key) const;
  /// "cpu: ..., compiler: ..., flags: ..., commit: ...", in one line.
  const std::string& context() const { return context_; }

 private:
  const Measurement* find(const std::string& name) const;

  std::vector<Measurement> all_;
  std::map<std::string, std::size_t> places_;
  std::string context_;
};

/// The text between "/key:" and the next slash of a name; empty if there is none.
std::string part_of(const std::string& name, const std::string& key);
/// The parts of a name between its slashes.
std::vector<std::string> parts_of(const std::string& name);

}  // namespace replaybench::bench

#pragma once
// Shared by simulated data sets: a data set made from a function, and the error for parameters that do not fit
// together (each parameter by itself is checked by its description).

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::datasets {

/// A data set that is a function from (model key, environment key) to an environment.
class Simulator final : public Dataset {
 public:
  using Maker = std::function<std::unique_ptr<Environment>(StreamKey model, StreamKey environment)>;

  explicit Simulator(Maker make) : make_(std::move(make)) {}
  std::unique_ptr<Environment> environment(StreamKey model, StreamKey environment) const override {
    return make_(model, environment);
  }

 private:
  Maker make_;
};

/// Throws SpecErrors: parameters that are valid alone but not together.
[[noreturn]] inline void refuse_parameters(const std::string& dataset, const std::string& what) {
  throw SpecErrors(dataset + ": " + what);
}

/// `means` for `arms` arms: as written when `arms` is 0, otherwise the last mean repeated to fill.
/// Throws SpecErrors when the list is empty or longer than `arms`.
inline std::vector<double> means_of_arms(const std::string& dataset, std::int64_t arms,
                                         std::vector<double> means) {
  if (means.empty()) refuse_parameters(dataset, "means is empty");
  if (arms == 0) return means;
  if (means.size() > static_cast<std::size_t>(arms)) {
    refuse_parameters(dataset, "means has " + std::to_string(means.size()) + " numbers for " +
                                   std::to_string(arms) + " arms");
  }
  means.resize(static_cast<std::size_t>(arms), means.back());
  return means;
}

}  // namespace replaybench::datasets

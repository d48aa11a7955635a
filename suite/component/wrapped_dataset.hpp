#pragma once
// A data set made of another one, which a parameter names: `delayed{of="linear_model"}`.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

/// Makes the environment of the wrapper from that of the data set inside (not null).
using WrapEnvironment = std::function<std::unique_ptr<Environment>(
    std::unique_ptr<Environment> inner, StreamKey environment)>;

/// The data set that `of`, a parameter of `wrapper`, names; the same object for all wrappers of it, so
/// that a hundred samples of one file read and keep it once. Throws SpecErrors when it names none, or
/// has wrong parameters. Thread-safe. (Inline: the table of data sets is the program's, not the
/// engine's.)
inline std::shared_ptr<const Dataset> inner_dataset(const std::string& wrapper,
                                                    const std::string& of) {
  std::vector<SpecProblem> problems;
  const auto inner =
      find_component<DatasetDescription>(of, {}, datasets_table(), "data set", problems);
  for (SpecProblem& wrong : problems) wrong.message = wrapper + "'s of: " + wrong.message;
  if (!problems.empty()) throw SpecErrors(problems);
  static std::recursive_mutex mutex;  // what is inside may be a wrapper itself
  static std::map<std::string, std::weak_ptr<const Dataset>> in_use;
  const std::lock_guard lock(mutex);
  auto& known = in_use[inner->identity()];
  auto dataset = known.lock();
  if (!dataset) known = dataset = inner->description->make(inner->parameters);
  return dataset;
}

/// The simulator `inner`, each of its environments made into another one by `wrap`. `wrapper` is
/// the name that errors give. Its `environment` throws SpecErrors when `inner` is a file.
std::shared_ptr<const Dataset> wrapped_dataset(const std::string& wrapper,
                                               std::shared_ptr<const Dataset> inner,
                                               WrapEnvironment wrap);

/// Throws SpecErrors: `wrapper` changes rewards at their step, so `delayed` belongs outside it.
[[noreturn]] void refuse_delays(const std::string& wrapper);

}  // namespace replaybench

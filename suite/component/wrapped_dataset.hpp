#pragma once
// A data set made of another one, which a parameter names: `delayed{of="linear_model"}`.

#include <functional>
#include <memory>
#include <string>

#include "suite/component/dataset.hpp"

namespace replaybench {

/// Makes the environment of the wrapper from that of the data set inside (not null).
using WrapEnvironment = std::function<std::unique_ptr<Environment>(
    std::unique_ptr<Environment> inner, StreamKey environment)>;

/// The simulator that `of` names, each of its environments made into another one by `wrap`.
/// `wrapper` is the name that errors give. Throws SpecErrors when `of` names no data set, or has
/// wrong parameters; its `environment` throws SpecErrors when `of` is a file.
std::shared_ptr<const Dataset> wrapped_dataset(const std::string& wrapper, const std::string& of,
                                               WrapEnvironment wrap);

/// Throws SpecErrors: `wrapper` changes rewards at their step, so `delayed` belongs outside it.
[[noreturn]] void refuse_delays(const std::string& wrapper);

}  // namespace replaybench

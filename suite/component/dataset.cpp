#include "suite/component/dataset.hpp"

namespace replaybench {

std::unique_ptr<Environment> Dataset::environment(StreamKey, StreamKey) const { return nullptr; }
std::shared_ptr<const Log> Dataset::log() const { return nullptr; }

}  // namespace replaybench

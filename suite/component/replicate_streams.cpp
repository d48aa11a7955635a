#include "suite/component/replicate_streams.hpp"

namespace replaybench {

ReplicateStreams streams_of_replicate(const StreamOwners& owners, std::uint64_t replicate) {
  const auto key = [&](std::string_view purpose, std::string_view owner = {}) {
    return replicate_key(derive_key(owners.seed, purpose, owners.dataset, owner), replicate);
  };
  return {.model = key("model"),
          .live = key("live"),
          .log = key("log"),
          .logging = key("logging", owners.logging),
          .policy = key("policy", owners.algorithm),
          .folds = key("folds")};
}

}  // namespace replaybench

#include "suite/component/replicate_streams.hpp"

#include <set>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

const StreamOwners owners{.seed = 3, .dataset = "data", .logging = "logger", .algorithm = "ucb"};

std::vector<std::uint64_t> keys_of(const StreamOwners& of, std::uint64_t replicate = 5) {
  const ReplicateStreams streams = streams_of_replicate(of, replicate);
  return {streams.model.value,   streams.live.value,   streams.log.value,
          streams.logging.value, streams.policy.value, streams.folds.value};
}

// Differences of the streams model, live, log, logging, policy and folds: "111111" means all.
std::string changed(const std::vector<std::uint64_t>& other) {
  const auto keys = keys_of(owners);
  std::string different;
  for (std::size_t i = 0; i < keys.size(); ++i) different += keys[i] == other[i] ? '0' : '1';
  return different;
}

}  // namespace

TEST_CASE("replicate streams: each depends on its owners and on nothing else") {
  const auto keys = keys_of(owners);
  CHECK(std::set(keys.begin(), keys.end()).size() == keys.size());
  CHECK(changed(keys_of(owners)) == "000000");
  CHECK(changed(keys_of(owners, 6)) == "111111");
  StreamOwners other = owners;
  other.seed = 4;
  CHECK(changed(keys_of(other)) == "111111");
  other = owners;
  other.dataset = "other";
  CHECK(changed(keys_of(other)) == "111111");
  other = owners;
  other.logging = "other";
  CHECK(changed(keys_of(other)) == "000100");
  other = owners;
  other.algorithm = "other";
  CHECK(changed(keys_of(other)) == "000010");
}

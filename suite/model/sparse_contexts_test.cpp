#include "suite/model/sparse_contexts.hpp"

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

// Contexts of `d` features, of which `ones` are 1.
Log log_of_ones(std::size_t n, std::size_t d, std::size_t ones) {
  Log log;
  log.action_count = 1;
  log.dimension = d;
  log.actions.assign(n, 0);
  log.rewards.assign(n, 0);
  log.contexts.assign(n * d, 0);
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws({17}, i);
    for (std::size_t left = ones; left > 0;) {
      double& value = log.contexts[i * d + draws.below(static_cast<std::uint32_t>(d))];
      left -= value == 0;
      value = 1;
    }
  }
  return log;
}

TEST_CASE("sparse contexts: the listed form has the same features") {
  const Log dense = log_of_ones(50, 96, 6);
  Log log = dense;
  list_sparse_contexts(log);
  REQUIRE(log.is_sparse());
  CHECK(log.contexts.empty());
  CHECK(log.active.size() == 50 * 6);
  log.check();
  ContextReader listed(log), full(dense);
  for (std::size_t i = 0; i < dense.size(); ++i) {
    const auto a = listed[i].values(), b = full[i].values();
    CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  }
  list_sparse_contexts(log);
  CHECK(log.active.size() == 50 * 6);
}

TEST_CASE("sparse contexts: at least 64 features, of which one in 16 is 1 at most") {
  const auto is_listed = [](Log log) {
    list_sparse_contexts(log);
    CHECK(log.contexts.size() == (log.is_sparse() ? 0 : log.size() * log.dimension));
    return log.is_sparse();
  };
  CHECK(is_listed(log_of_ones(20, 64, 4)));
  CHECK_FALSE(is_listed(log_of_ones(20, 63, 3)));
  CHECK_FALSE(is_listed(log_of_ones(20, 64, 5)));
  CHECK(is_listed(log_of_ones(20, 80, 5)));
  // On average: records differ.
  Log uneven = log_of_ones(20, 64, 3);
  std::fill(uneven.contexts.begin(), uneven.contexts.begin() + 20, 1.0);
  CHECK(is_listed(uneven));
  std::fill(uneven.contexts.begin(), uneven.contexts.begin() + 40, 1.0);
  CHECK_FALSE(is_listed(uneven));
  // Other numbers than 0 and 1, in the last record too.
  Log other = log_of_ones(20, 64, 3);
  other.contexts.back() = 0.5;
  CHECK_FALSE(is_listed(other));
  CHECK_FALSE(is_listed(Log{}));
}

}  // namespace
}  // namespace replaybench

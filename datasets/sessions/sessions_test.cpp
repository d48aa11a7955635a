#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("sessions: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("sessions{of=\"linear_model\", size=3}"));
}

TEST_CASE("sessions: every step shows the simulator's step of its session") {
  const auto plain = dataset_of("linear_model")->environment({1}, {2});
  const auto sessions = dataset_of("sessions{of=\"linear_model\", size=3}")->environment({1}, {2});
  for (std::uint64_t t = 0; t < 60; ++t) CHECK(shown_at(*sessions, t) == shown_at(*plain, t / 3));
  CHECK(sessions->length() == 0);
}

TEST_CASE("sessions: delays are refused") {
  CHECK_THROWS_AS(dataset_of("sessions{of=\"delayed\"}")->environment({1}, {2}), SpecErrors);
}

#include "suite/numeric/moments.hpp"
#include "suite/testing/environments.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("click_rate_toy: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("click_rate_toy"));
  require_steps_are_addresses(*dataset_of("click_rate_toy{intercept=true}"));
}

TEST_CASE("click_rate_toy: contributors are powers of one number a feature") {
  const auto environment = dataset_of("click_rate_toy")->environment({1}, {2});
  std::vector<double> codes(10, 0);
  const auto truth = [&] {
    return environment->expected_reward(Context(codes), 0, Knowledge::full);
  };
  CHECK(truth() == Approx(10 * 1e-4).epsilon(1e-14));  // p^0 for all
  for (std::size_t i = 0; i < 10; ++i) {
    codes.assign(10, 0);
    codes[i] = 1;
    const double p = (truth() - 9e-4) / 1e-4;
    CHECK((p >= 1 && p < 5));
    for (int k = 2; k < 5; ++k) {
      codes[i] = k;
      CHECK(truth() == Approx(9e-4 + 1e-4 * std::pow(p, k)).epsilon(1e-12));
    }
  }
}

TEST_CASE("click_rate_toy: the mean click probability is 0.0419 over models") {
  // E p^k = (5^(k+1) - 1) / (4 (k+1)) for p ~ U[1, 5].
  double wanted = 0;
  for (int k = 0; k < 5; ++k) wanted += 10 * 1e-4 / 5 * (std::pow(5, k + 1) - 1) / (4 * (k + 1));
  CHECK(wanted == Approx(0.0419).margin(5e-5));
  numeric::Moments means;
  for (std::uint64_t m = 0; m < 2'000; ++m) {
    const auto environment = dataset_of("click_rate_toy")->environment(replicate_key({3}, m), {4});
    double mean = 0;
    std::vector<double> codes(10);
    for (int k = 0; k < 5; ++k) {  // all features at k: the sum of the means, as they are uniform
      codes.assign(10, k);
      mean += environment->expected_reward(Context(codes), 0, Knowledge::full) / 5;
    }
    means.add(mean);
  }
  require_near(means.mean, wanted, means.standard_error());
}

TEST_CASE("click_rate_toy: codes are uniform and rewards follow the truth") {
  const auto environment = dataset_of("click_rate_toy{intercept=true}")->environment({1}, {2});
  REQUIRE(environment->dimension() == 11);
  constexpr int steps = 40'000;
  double difference = 0, variance = 0;
  double count[5] = {};
  for (int t = 0; t < steps; ++t) {
    environment->observe(static_cast<std::uint64_t>(t));
    CHECK(environment->context()[10] == 1);
    const double p = environment->expected_reward(environment->context(), 0, Knowledge::full);
    difference += environment->reward(0) - p;
    variance += p * (1 - p);
    ++count[static_cast<int>(environment->context()[3])];
  }
  require_near(difference, 0, std::sqrt(variance));
  for (const double seen : count) require_near(seen / steps, 0.2, std::sqrt(0.16 / steps));
}

TEST_CASE("click_rate_toy: the bits of its draws never change (raise the revision otherwise)") {
  const auto environment = dataset_of("click_rate_toy")->environment({1}, {2});
  std::string bytes;
  for (std::uint64_t t = 0; t < 20; ++t) {
    const auto shown = shown_at(*environment, t);
    bytes.append(reinterpret_cast<const char*>(shown.data()), shown.size() * sizeof(double));
  }
  CHECK(sha256_hex(bytes) == "6f66b65642ba9e9423d371668f54bd9de8de481df210b3b088c9888d3c2b3152");
}

#include "suite/theory/functions.hpp"

#include <cmath>
#include <set>
#include <thread>

#include "suite/numeric/probit.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/theory/acceptance.hpp"
#include "suite/theory/bounds.hpp"
#include "suite/theory/coverage.hpp"
#include "suite/theory/edgeworth.hpp"
#include "suite/theory/expansion.hpp"
#include "suite/theory/lattice.hpp"
#include "suite/theory/logging_policy.hpp"
#include "suite/theory/pools.hpp"
#include "suite/theory/rates.hpp"
#include "suite/theory/regret.hpp"
#include "suite/theory/replay.hpp"
#include "suite/theory/resampling.hpp"

using namespace replaybench;
using namespace replaybench::theory;

namespace {

double value(std::string_view name, std::vector<double> arguments) {
  const ScalarFunction* f = find_function(name);
  REQUIRE(f != nullptr);
  REQUIRE(f->arguments.size() == arguments.size());
  return f->evaluate(arguments);
}

/// An argument of that name inside every formula's domain.
double sample(const std::string& argument) {
  if (argument == "K" || argument == "K1" || argument == "K2") return 4;
  if (argument == "T" || argument == "T1" || argument == "T2") return 4000;
  if (argument == "L") return 20000;
  if (argument == "mean") return 10;
  if (argument == "other") return 0.125;
  if (argument == "B" || argument == "E" || argument == "fourth") return 8;
  if (argument == "N" || argument == "sixth" || argument == "steps") return 20;
  if (argument == "T_prime") return 100;
  if (argument == "n1" || argument == "n2") return 2;
  if (argument == "order") return 1;
  if (argument == "w1" || argument == "w2" || argument == "c") return 1.25;
  return 0.25;
}

}  // namespace

TEST_CASE("the table is sorted, named by systematic identifiers, and described") {
  std::string before;
  for (const ScalarFunction& f : functions()) {
    CAPTURE(f.name);
    REQUIRE(before < f.name);
    before = f.name;
    REQUIRE(f.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == f.name.npos);
    REQUIRE_FALSE(f.meaning.empty());
    REQUIRE_FALSE(f.source.empty());
    REQUIRE_FALSE(f.arguments.empty());
    const std::set<std::string> distinct(f.arguments.begin(), f.arguments.end());
    REQUIRE(distinct.size() == f.arguments.size());
    REQUIRE(find_function(f.name) == &f);
  }
  REQUIRE(find_function("") == nullptr);
  REQUIRE(find_function("replay_biases") == nullptr);
  REQUIRE(find_function("zzz") == nullptr);
}

TEST_CASE("every function is a number inside the domain, and reads exactly its arguments") {
  for (const ScalarFunction& f : functions()) {
    CAPTURE(f.name);
    std::vector<double> arguments;
    for (const std::string& argument : f.arguments) arguments.push_back(sample(argument));
    const double at = f.evaluate(arguments);
    REQUIRE(std::isfinite(at));
    // Each argument is read: making it NaN must show. (replay_star_bias is 0, but checks its
    // domain.)
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      auto changed = arguments;
      changed[i] = std::nan("");
      CAPTURE(f.arguments[i]);
      REQUIRE(std::isnan(f.evaluate(changed)));
    }
  }
}

TEST_CASE("names call the functions they say, arguments in order") {
  REQUIRE(value("probit_v", {-1.5}) == numeric::probit_v(-1.5));
  REQUIRE(value("probit_w", {-1.5}) == numeric::probit_w(-1.5));
  REQUIRE(value("replay_bias", {20, 80, .1}) == replay_bias(20, 80, .1));
  REQUIRE(value("replay_ese", {20, 80, .1, .09}) == replay_ese(20, 80, .1, .09));
  REQUIRE(value("replay_ese_printed", {20, 80, .1, .09}) == replay_ese_printed(20, 80, .1, .09));
  REQUIRE(value("replay_variance", {20, 80, .1, .09}) == replay_variance(20, 80, .1, .09));
  REQUIRE(value("replay_star_ese", {20, 80, .1, .09}) == replay_star_ese(20, 80, .1, .09));
  REQUIRE(value("ideal_ese", {20, 80, .09}) == ideal_ese(20, 80, .09));
  REQUIRE(value("necessary_data", {20, .1, .05}) == necessary_data(20, .1, .05));
  REQUIRE(value("li_bound", {20, 1e4, .1, .05}) == li_bound(20, 1e4, .1, .05));
  REQUIRE(value("li_bound_printed", {20, 1e4, .1, .05}) == li_bound_printed(20, 1e4, .1, .05));
  REQUIRE(value("replay_bound", {20, 1e4, .1, .05}) == replay_bound(20, 1e4, .1, .05));
  REQUIRE(value("replay_star_bound", {20, 1e4, .1, .05}) == replay_star_bound(20, 1e4, .1, .05));
  REQUIRE(value("replay_bound_valid_from", {20, .1, .05}) == replay_bound_valid_from(20, .1, .05));
  REQUIRE(value("replay_failure", {20, 900, .1, .05}) == replay_failure(20, 900, .1, .05));
  REQUIRE(value("retention_shortfall", {20, 160, 1}) == retention_shortfall(20, 160, 1));
  REQUIRE(value("initialisation_cost_greedy", {30, .7}) == initialisation_cost_greedy(30, .7));
  const PoolSegment first{5, 50, .3, .21}, second{20, 70, .05, .0475};
  REQUIRE(value("pool_single_pass_bias_exact", {5, 50, .3, 20, 70, .05}) ==
          pool_single_pass_bias_exact(first, second));
  REQUIRE(value("pool_star_ese", {5, 50, .3, 20, 70, .05}) ==
          Approx(pool_star_ese(std::array{first, second})).epsilon(1e-15));
  REQUIRE(value("lai_robbins_slope", {10, .5, .4}) == lai_robbins_slope(10, .5, .4));
  REQUIRE(value("gittins_index", {1, 1, .9, 10}) == gittins_index(1, 1, .9, 10));
  REQUIRE(value("two_action_gamma_star", {.2, .4, .1, .5}) ==
          two_action_gamma_star(.2, .4, .1, .5));
  REQUIRE(value("epsilon_optimal_moment", {10, .5, .58, .274, 3}) ==
          epsilon_optimal_moment(10, .5, .58, .274, 3));
  REQUIRE(value("bred_error", {3.5, 10}) == bred_error(3.5, 10));
  REQUIRE(value("bred_rate", {10, 3.5, 400, 2}) == bred_rate(10, 3.5, 400, 2));
  REQUIRE(value("information_probability", {3, 4, .2, 1, 2}) ==
          information_probability(3, 4, .2, 1, 2));
  REQUIRE(value("edgeworth_studentized_cdf", {.3, 20, 2, 6}) ==
          edgeworth_studentized_cdf(.3, 20, 2, 6));
  REQUIRE(value("bernoulli_normal_error", {50, .3}) == bernoulli_normal_error(50, .3));
  REQUIRE(value("rule_of_thumb_log10", {20, 2, 135, 40}) == rule_of_thumb_log10(20, 2, 135, 40));
  REQUIRE(value("theorem10_cycle_star", {15, 5.0 / 6}) == theorem10::cycle_star(15, 5.0 / 6));
}

TEST_CASE("values have the same bits in any order of evaluation and in any thread") {
  const ScalarFunction& f = *find_function("log_ese_ratio");
  const auto at = [&](int i) {
    const std::array<double, 4> x{2.0 + i % 13, 1.0 + (i * 7919) % 900, .1, .09};
    return f.evaluate(x);
  };
  std::vector<double> forward, backward(500);
  for (int i = 0; i < 500; ++i) forward.push_back(at(i));
  std::thread([&] {
    for (int i = 499; i >= 0; --i) backward[static_cast<std::size_t>(i)] = at(i);
  }).join();
  REQUIRE(forward == backward);
}

#include "suite/evaluate/estimate_warnings.hpp"

#include <algorithm>

#include "suite/numeric/nan.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("evaluation warnings: weights whose mean is too far from 1, on either side") {
  const auto warned = [](double mean, double z, bool clipped = false) {
    const auto warnings = warnings_of_weights(
        {.effective = 1000, .records = 1000, .mean = mean, .z = z, .clipped = clipped},
        replaybench::nan);
    return std::any_of(warnings.begin(), warnings.end(), [](const auto& warning) {
      return warning.kind == WarningKind::weights_do_not_fit;
    });
  };
  CHECK(warned(1.2, 4.1));
  CHECK(warned(0.8, -4.1));
  CHECK_FALSE(warned(1.2, 3.9));
  CHECK_FALSE(warned(0.8, -3.9));
  CHECK_FALSE(warned(0.8, -4.1, true));  // clipped weights are meant to be below 1 on average
  // Equal weights have no standard error.
  CHECK(warned(1.2, replaybench::nan));
  CHECK(warned(0.8, replaybench::nan));
  CHECK_FALSE(warned(1, replaybench::nan));
}

TEST_CASE("evaluation warnings: propensities of a uniform choice that are rounded") {
  const auto kinds = [](double mean, double by_rounding) {
    std::vector<WarningKind> found;
    for (const auto& warning : warnings_of_weights(
             {.effective = 1000, .records = 1000, .mean = mean, .z = replaybench::nan},
             by_rounding)) {
      found.push_back(warning.kind);
    }
    return found;
  };
  CHECK(kinds(1.0001, 1.0001).empty());
  CHECK(kinds(1.0101, 1.0101) == std::vector{WarningKind::propensities_rounded});
  CHECK(kinds(1.0101, replaybench::nan) == std::vector{WarningKind::weights_do_not_fit});
  CHECK(kinds(1.3, 1.0101) == std::vector{WarningKind::weights_do_not_fit});
}

TEST_CASE("evaluation warnings: estimated propensities explain a part of the distance from 1") {
  const auto fits = [](double mean, double z, double excess) {
    return WeightDiagnostics{.effective = 1000, .mean = mean, .z = z, .excess = excess}.mean_fits();
  };
  CHECK_FALSE(fits(1.01, 10, 0));
  CHECK_FALSE(fits(1.01, 10, 0.005));
  CHECK(fits(1.01, 10, 0.007));  // beyond it 0.003, of a standard error of 0.001
  CHECK(fits(1, 0, 0));
  CHECK_FALSE(fits(1.01, replaybench::nan, 0.005));
  CHECK(fits(1.01, replaybench::nan, 0.02));
}

TEST_CASE("evaluation warnings: few equal weights may be chance") {
  const auto fits = [](double mean, double records) {
    return WeightDiagnostics{.effective = records, .mean = mean, .z = replaybench::nan}.mean_fits();
  };
  CHECK(fits(0.2, 1));
  CHECK(fits(2, 9));  // a probability of 2^-9 at most
  CHECK_FALSE(fits(2, 10));
  CHECK_FALSE(fits(0.8, 100));
}

TEST_CASE("evaluation warnings: the mean weight is judged by cluster") {
  EstimateBasis basis;
  std::vector<std::uint32_t> clusters;
  for (std::uint32_t user = 0; user < 100; ++user) {
    for (int visit = 0; visit < 5; ++visit) {
      basis.weights.push_back(user % 2 == 0 ? 2.5 : 0);
      clusters.push_back(user);
    }
  }
  EstimateBasis once;
  for (std::uint32_t user = 0; user < 100; ++user) once.weights.push_back(user % 2 == 0 ? 2.5 : 0);
  CHECK(diagnose_weights(basis, {}, clusters).z ==
        Approx(diagnose_weights(once, {}).z).epsilon(1e-12));
  CHECK(diagnose_weights(basis, {}).z > 2 * diagnose_weights(basis, {}, clusters).z);
}

TEST_CASE("evaluation warnings: the tail of bounded rewards is no reason to doubt") {
  const statistics::Tail heavy{.largest_share = 0.3, .index = 1.2, .order = 100};
  CHECK(tail_within({.range = RewardRange::real}, heavy).has_no_variance());
  CHECK_FALSE(tail_within({.range = RewardRange::real, .bounded = true}, heavy).has_no_variance());
  CHECK_FALSE(tail_within({.range = RewardRange::unit}, heavy).has_no_variance());
}

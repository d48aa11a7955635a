#include "suite/claim/decision.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "suite/stream/stream.hpp"

namespace replaybench {

namespace {

const std::vector<Requirement> some_requirements{
    Requirement::greater_than(0), Requirement::less_than(0), Requirement::between(-0.5, 1),
    Requirement::equals(0.2, 0.3), Requirement::differs_from(0.2, 0.3)};

}  // namespace

TEST_CASE("decision: the interval is Student's with repetitions - 1 degrees of freedom") {
  for (const double n : {10.0, 17.0, 400.0}) {
    const Decision decision = decide(Requirement::greater_than(0), {1, 0.25, n}, 0.99);
    const boost::math::students_t t(n - 1);
    const double half = 0.25 * boost::math::quantile(t, 0.995);
    CHECK(decision.interval.low == Approx(1 - half).epsilon(1e-10));
    CHECK(decision.interval.high == Approx(1 + half).epsilon(1e-10));
  }
}

TEST_CASE("decision: yes where the interval fulfils it, no where none of it does") {
  const auto answer = [](const Requirement& requirement, double value) {
    return decide(requirement, {value, 0.1, 1000}, 0.95).answer;  // half width about 0.196
  };
  const auto greater = Requirement::greater_than(1);
  CHECK(answer(greater, 1.3) == Answer::yes);
  CHECK(answer(greater, 1.1) == Answer::undecided);
  CHECK(answer(greater, 0.9) == Answer::undecided);
  CHECK(answer(greater, 0.7) == Answer::no);
  const auto less = Requirement::less_than(1);
  CHECK(answer(less, 0.7) == Answer::yes);
  CHECK(answer(less, 1.1) == Answer::undecided);
  CHECK(answer(less, 1.3) == Answer::no);
  const auto between = Requirement::between(0, 1);
  CHECK(answer(between, 0.5) == Answer::yes);
  CHECK(answer(between, 0.9) == Answer::undecided);
  CHECK(answer(between, 1.3) == Answer::no);
  const auto equal = Requirement::equals(1, 0.3);
  CHECK(answer(equal, 1.05) == Answer::yes);
  CHECK(answer(equal, 1.2) == Answer::undecided);
  CHECK(answer(equal, 1.6) == Answer::no);
  const auto different = Requirement::differs_from(1, 0.3);
  CHECK(answer(different, 1.05) == Answer::no);
  CHECK(answer(different, 1.2) == Answer::undecided);
  CHECK(answer(different, 1.6) == Answer::yes);
}

TEST_CASE("decision: a difference that is not seen is no evidence for equality") {
  const Measurement wide{0.01, 5, 12};
  CHECK(decide(Requirement::equals(0, 0.1), wide, 0.999).answer == Answer::undecided);
  CHECK(decide(Requirement::equals(0, 0), {0.01, 0.02, 1e6}, 0.999).answer == Answer::undecided);
}

// Random estimates that each property is tried on, with each of the requirements: 300 find an error in 2 % of the
// estimates with probability 0.998.
constexpr std::uint64_t property_draws = 300;

TEST_CASE("decision: fewer repetitions never make a claim easier") {
  const StreamKey key = derive_key(1, "test", "declared test");
  for (std::uint64_t draw = 0; draw < property_draws; ++draw) {
    Draws draws(key, draw);
    const double value = 4 * draws.uniform() - 2;
    const double spread = 3 * draws.uniform();
    for (const Requirement& requirement : some_requirements) {
      Answer fewer = Answer::undecided;
      for (const double n : {5.0, 9.0, 10.0, 12.0, 20.0, 80.0, 1000.0, 1e6}) {
        const Answer answer = decide(requirement, {value, spread / std::sqrt(n), n}, 0.99).answer;
        if (fewer != Answer::undecided) CHECK(answer == fewer);  // once decided, decided for more
        if (n < min_repetitions) CHECK(answer == Answer::undecided);
        fewer = answer;
      }
    }
  }
}

TEST_CASE("decision: more noise only takes answers away") {
  const StreamKey key = derive_key(2, "test", "declared test");
  for (std::uint64_t draw = 0; draw < property_draws; ++draw) {
    Draws draws(key, draw);
    const double value = 4 * draws.uniform() - 2;
    const double error = draws.uniform();
    for (const Requirement& requirement : some_requirements) {
      const Answer quiet = decide(requirement, {value, error, 50}, 0.99).answer;
      const Answer noisy = decide(requirement, {value, 2 * error, 50}, 0.99).answer;
      if (noisy != Answer::undecided) CHECK(noisy == quiet);
    }
  }
}

TEST_CASE("decision: an estimate that is shifted far enough changes the answer") {
  const StreamKey key = derive_key(3, "test", "declared test");
  for (std::uint64_t draw = 0; draw < property_draws; ++draw) {
    Draws draws(key, draw);
    const Measurement estimate{4 * draws.uniform() - 2, 0.2 * draws.uniform(), 200};
    for (const Requirement& requirement : some_requirements) {
      const Answer answer = decide(requirement, estimate, 0.999).answer;
      if (answer == Answer::undecided) continue;
      bool changed = false;
      for (const double sign : {-1.0, 1.0}) {
        Measurement shifted = estimate;
        shifted.value += sign * (requirement.distance_to_boundary(estimate.value) + 1e-9);
        changed = changed || decide(requirement, shifted, 0.999).answer != answer;
      }
      CHECK(changed);
    }
  }
}

TEST_CASE("decision: a yes is wrong as rarely as its confidence promises") {
  // The truth is on the boundary, where a yes is wrong; it may be given in (1 - confidence) / 2 of
  // the samples, and Student's t gives exactly that for normal samples, however few. The normal
  // quantile would give it in 0.041 of the samples: 7 standard errors.
  const StreamKey key = derive_key(4, "test", "declared test");
  constexpr int samples = 6000;
  constexpr int size = 10;
  int wrong = 0;
  for (int sample = 0; sample < samples; ++sample) {
    Draws draws(key, static_cast<std::uint64_t>(sample));
    double sum = 0, squares = 0;
    for (int i = 0; i < size; ++i) {
      const double x = draws.normal();
      sum += x;
      squares += x * x;
    }
    const double mean = sum / size;
    const double error = std::sqrt((squares - size * mean * mean) / (size - 1) / size);
    wrong += decide(Requirement::greater_than(0), {mean, error, size}, 0.95).answer == Answer::yes;
  }
  const double share = static_cast<double>(wrong) / samples;
  const double error = std::sqrt(0.025 * 0.975 / samples);
  CHECK(std::fabs(share - 0.025) < 4 * error);
}

TEST_CASE("decision: computed numbers are judged as they are") {
  CHECK(decide(Requirement::between(1, 2), {2}, 0.999).answer == Answer::yes);
  CHECK(decide(Requirement::greater_than(2), {2}, 0.999).answer == Answer::no);
  CHECK(decide(Requirement::equals(3.5, 0.05), {3.46}, 0.999).answer == Answer::yes);
  CHECK(decide(Requirement::equals(3.5, 0.05), {3.44}, 0.999).answer == Answer::no);
  // A sample without spread is no computed number.
  CHECK(decide(Requirement::between(1, 2), {1.5, 0, 5}, 0.999).answer == Answer::undecided);
}

TEST_CASE("decision: an undecided answer says how many repetitions would decide") {
  const Measurement estimate{0.1, 0.1, 20};
  const Decision decision = decide(Requirement::greater_than(0), estimate, 0.99);
  REQUIRE(decision.answer == Answer::undecided);
  REQUIRE(decision.repetitions_needed);
  const double n = *decision.repetitions_needed;
  const double spread = 0.1 * std::sqrt(20.0);
  const auto with = [&](double m) {
    return decide(Requirement::greater_than(0), {0.1, spread / std::sqrt(m), m}, 0.99).answer;
  };
  CHECK(with(1.02 * n) == Answer::yes);
  CHECK(with(0.9 * n) == Answer::undecided);
  CHECK_FALSE(decide(Requirement::greater_than(0.1), estimate, 0.99).repetitions_needed);
  CHECK(decide(Requirement::greater_than(0), {1, 0.01, 4}, 0.99).repetitions_needed ==
        min_repetitions);
}

TEST_CASE("decision: an undecided proportion says how many repetitions would decide") {
  const auto judged = [](double repetitions) {
    return decide(Requirement::greater_than(0.45), {0.5, 0, repetitions, true, {}}, 0.95);
  };
  REQUIRE(judged(50).answer == Answer::undecided);
  REQUIRE(judged(50).repetitions_needed);
  const double n = *judged(50).repetitions_needed;
  CHECK(judged(n).answer == Answer::yes);
  CHECK(judged(n - 2).answer == Answer::undecided);
  CHECK_FALSE(
      decide(Requirement::greater_than(0.5), {0.5, 0, 50, true, {}}, 0.95).repetitions_needed);
  const Decision few = decide(Requirement::greater_than(0.1), {1, 0, 5, true, {}}, 0.95);
  CHECK(few.repetitions_needed == min_repetitions);
}

TEST_CASE("decision: several answers are one") {
  using Answers = std::vector<Answer>;
  CHECK(all_of(Answers{Answer::yes, Answer::yes}) == Answer::yes);
  CHECK(all_of(Answers{Answer::yes, Answer::undecided}) == Answer::undecided);
  CHECK(all_of(Answers{Answer::undecided, Answer::no, Answer::yes}) == Answer::no);
  CHECK_THROWS_AS(all_of(Answers{}), std::invalid_argument);
  CHECK(confidence_of_each(0.99, 1) == Approx(0.99));
  CHECK(confidence_of_each(0.99, 10) == Approx(0.999));
}

TEST_CASE("decision: slopes and differences carry their errors") {
  const std::vector<double> x{0, 1, 2};
  const std::vector<Measurement> y{{1, 0.1, 30}, {3, 0.2, 20}, {5, 0.1, 40}};
  const Measurement slope = slope_of(x, y);
  CHECK(slope.value == Approx(2));
  CHECK(slope.standard_error == Approx(std::sqrt(0.25 * 0.01 + 0.25 * 0.01)));
  CHECK(slope.repetitions == 20);
  const Measurement difference = difference_of({3, 0.3, 12}, {1, 0.4, 15});
  CHECK(difference.value == 2);
  CHECK(difference.standard_error == Approx(0.5));
  CHECK(difference.repetitions == 12);
  CHECK(difference_of({3}, {1}).is_exact());
  CHECK_THROWS_AS(slope_of(std::vector<double>{1, 1}, std::vector<Measurement>(2)),
                  std::invalid_argument);
}

TEST_CASE("decision: proportions are judged by their exact interval, also where all trials agree") {
  const Measurement all_of_ten{1, 0, 10, true, {}};
  CHECK(decide(Requirement::greater_than(0.6), all_of_ten, 0.95).answer == Answer::yes);
  CHECK(decide(Requirement::greater_than(0.8), all_of_ten, 0.95).answer == Answer::undecided);
  CHECK(decide(Requirement::greater_than(0.6), {1, 0, 9, true, {}}, 0.95).answer ==
        Answer::undecided);
  CHECK(decide(Requirement::less_than(0.6), all_of_ten, 0.95).answer == Answer::no);
}

TEST_CASE("decision: a share whose product with the trials is no whole number by roundoff") {
  REQUIRE(0.29 * 100 < 29);
  const auto [low, high] = confidence_interval({0.29, 0, 100, true, {}}, 0.95);
  CHECK(low == Approx(boost::math::ibeta_inv(29.0, 72.0, 0.025)).epsilon(1e-9));
  CHECK(high == Approx(boost::math::ibeta_inv(30.0, 71.0, 0.975)).epsilon(1e-9));
}

TEST_CASE("decision: a quotient has the interval of a ratio") {
  const Measurement quotient = quotient_of({3, 0.2, 400}, {2, 0.1, 300});
  CHECK(quotient.value == 1.5);
  CHECK(quotient.repetitions == 300);
  const auto interval = confidence_interval(quotient, 0.95);
  // Wider above than below: the divisor may be smaller.
  CHECK(interval.high - 1.5 > 1.5 - interval.low);
  CHECK(interval.high - interval.low == Approx(2 * 1.968 * quotient.standard_error).epsilon(0.02));
  CHECK(decide(Requirement::greater_than(1), quotient_of({3, 0.2, 400}, {0.1, 0.1, 400}), 0.95)
            .answer == Answer::undecided);
  CHECK(quotient_of({3}, {2}).is_exact());
}

TEST_CASE("decision: of a ratio without bounds nothing is spare") {
  const Decision decision =
      decide(Requirement::greater_than(1), quotient_of({3, 0.2, 400}, {0.1, 0.1, 400}), 0.95);
  REQUIRE(std::isinf(decision.interval.high));
  CHECK(decision.spare == 0);
}

TEST_CASE("decision: what is spare is counted from the end of the interval that is nearer") {
  const double t = boost::math::quantile(boost::math::students_t(99), 0.9995);
  const auto spare = [](const Requirement& requirement, double value) {
    return decide(requirement, {value, 1, 100}, 0.999).spare;
  };
  CHECK(spare(Requirement::greater_than(0), t + 2) == Approx(2));
  CHECK(spare(Requirement::less_than(0), -t - 2) == Approx(2));
  CHECK(spare(Requirement::between(-20, 10), 10 - t - 3) == Approx(3));
  CHECK(spare(Requirement::between(-10, 20), t + 3 - 10) == Approx(3));
  CHECK(spare(Requirement::less_than(0), t + 2) == Approx(2));  // a "no"
  // Undecided: until it is on one side of a bound, or within both of them, if it is short enough.
  CHECK(spare(Requirement::less_than(0), -1) == Approx(t - 1));
  CHECK(spare(Requirement::equals(0, 10), 9) == Approx(9 + t - 10));
  CHECK(spare(Requirement::equals(0, 10), 12) == Approx(10 + t - 12));
  CHECK(spare(Requirement::equals(0, 1.5), 0) == Approx(t + 1.5));
}

TEST_CASE("decision: of a proportion what is spare is in Agresti and Coull's errors") {
  for (const double hits : {20.0, 18.0}) {
    const Decision decision =
        decide(Requirement::greater_than(0.2), {hits / 20, 0, 20, true, {}}, 0.95);
    REQUIRE(decision.answer == Answer::yes);
    const double p = (hits + 2) / 24;
    CHECK(decision.spare == Approx((decision.interval.low - 0.2) / std::sqrt(p * (1 - p) / 24)));
  }
}

TEST_CASE("decision: a proportion outside of [0, 1] is refused") {
  const auto judged = [](double value) {
    return decide(Requirement::less_than(2), {value, 0, 50, true, {}}, 0.95);
  };
  CHECK_THROWS_WITH(judged(95),
                    Catch::Contains("95") && Catch::Contains("share of the repetitions"));
  CHECK_THROWS_AS(judged(-0.02), std::invalid_argument);
  CHECK_THROWS_AS(judged(1.02), std::invalid_argument);
  CHECK(judged(0).answer == Answer::yes);
  CHECK(judged(1 + 1e-15).interval.high == 1);  // by roundoff
}

TEST_CASE("decision: what is no number is refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto greater = Requirement::greater_than(0);
  CHECK_THROWS_AS(decide(greater, {nan, 1, 20}, 0.99), std::invalid_argument);
  CHECK_THROWS_AS(decide(greater, {1, nan, 20}, 0.99), std::invalid_argument);
  CHECK_THROWS_AS(decide(greater, {1, -1, 20}, 0.99), std::invalid_argument);
  CHECK_THROWS_AS(decide(greater, {1, 1, 0}, 0.99), std::invalid_argument);
  CHECK_THROWS_AS(decide(greater, {1, 1, 20}, 1), std::invalid_argument);
  CHECK_THROWS_AS(Requirement::between(2, 1), std::invalid_argument);
  CHECK_THROWS_AS(Requirement::equals(0, -1), std::invalid_argument);
  CHECK_THROWS_AS(Requirement::greater_than(nan), std::invalid_argument);
}

}  // namespace replaybench

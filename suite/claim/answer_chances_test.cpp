#include "suite/claim/answer_chances.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "suite/statistics/student_t.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

namespace {

AnswerChances chances(const Requirement& requirement, const Measurement& estimate,
                      double confidence = 0.999) {
  return answer_chances({estimate, requirement, decide(requirement, estimate, confidence)});
}

double chance_of_change(const Requirement& requirement, const Measurement& estimate) {
  return chances(requirement, estimate)
      .of_another_than(decide(requirement, estimate, 0.999).answer);
}

}  // namespace

TEST_CASE("answer chances: of an estimate with many repetitions") {
  // Estimates 3.29 + d standard errors above the bound, at 0.999: P(Z > d / sqrt(2)).
  const auto chance = [](double spare) {
    return chance_of_change(Requirement::greater_than(0), {3.2905 + spare, 1, 1e9});
  };
  CHECK(chance(0.001) == Approx(0.5).margin(0.001));
  CHECK(chance(std::sqrt(2.0)) == Approx(0.1587).margin(0.001));
  CHECK(chance(10) == Approx(7.69e-13).epsilon(0.01));
  // Undecided, and 3.29 - 1 standard errors from a yes: P(Z > 2.29 / sqrt(2)), and from a no twice that far.
  const auto undecided = chances(Requirement::greater_than(0), {1, 1, 1e9});
  CHECK(undecided.yes == Approx(0.0527).margin(0.0005));
  CHECK(undecided.no == Approx(0.00121).margin(0.0001));
  CHECK(undecided.of_another_than(Answer::undecided) == Approx(undecided.yes + undecided.no));
  // Outside of a margin, on either side.
  for (const double side : {-1.0, 1.0}) {
    CHECK(chance_of_change(Requirement::differs_from(0, 1), {side * 7.2905, 1, 1e9}) ==
          Approx(0.01695).margin(0.0005));
  }
  // Within it: P(|Z| > (10 - 3.29) / sqrt(2)) from the middle.
  CHECK(chance_of_change(Requirement::equals(0, 10), {0, 1, 1e9}) == Approx(2.08e-6).epsilon(0.02));
}

TEST_CASE("answer chances: what is no estimate is certain") {
  // No seed makes ten repetitions of nine.
  CHECK(chance_of_change(Requirement::greater_than(0), {1, 1, 9}) == 0);
  CHECK(chance_of_change(Requirement::greater_than(0), {1}) == 0);
  CHECK(chance_of_change(Requirement::greater_than(0), {-1}) == 0);
  const AnswerChances no = certain_answer(Answer::no);
  CHECK(no.of_another_than(Answer::no) == 0);
  CHECK(no.of_another_than(Answer::undecided) == 1);
  CHECK(no.of_another_than(Answer::yes) == 1);
}

TEST_CASE("answer chances: with few repetitions another seed's standard error may be another one") {
  // The shares of answers for one more sample around the same unknown mean: given the others the mean is
  // normal around theirs, so that the difference of the means is.
  const int runs = GENERATE(1, 3);
  Draws draws{StreamKey{20261126}, 0};
  const double repetitions = 12;
  const double t = statistics::student_t_quantile(0.9995, repetitions - 1);
  const auto relative_error = [&](int samples) {
    const int freedom = samples * static_cast<int>(repetitions - 1);
    double square = 0;
    for (int i = 0; i < freedom; ++i) {
      const double z = draws.normal();
      square += z * z;
    }
    return std::sqrt(square / freedom);
  };
  constexpr int pairs = 40'000;
  const auto check = [&](const Requirement& requirement, double value) {
    int no = 0;
    int yes = 0;
    for (int i = 0; i < pairs; ++i) {
      const double deviation = 1 / relative_error(runs);  // the true one, given the estimated one
      const double other = value + std::sqrt(1 + 1.0 / runs) * deviation * draws.normal();
      const double half = t * deviation * relative_error(1);
      no += requirement.fails_for_all(other - half, other + half);
      yes += requirement.holds_for_all(other - half, other + half);
    }
    // The values of three runs lie around their mean, and the mean of their squared errors is 1.
    std::vector<TestedNumber> tested;
    for (const auto& [shift, error] : {std::pair{0.0, 1.0}, {0.7, 0.8}, {-0.7, std::sqrt(1.36)}}) {
      const Measurement estimate{value + shift, error, repetitions};
      tested.push_back({estimate, requirement, decide(requirement, estimate, 0.999)});
    }
    const AnswerChances found =
        answer_chances(tested[0], std::span(tested).subspan(1, static_cast<std::size_t>(runs - 1)));
    CHECK(found.no + found.not_no == Approx(1).margin(1e-9));
    CHECK(found.yes + found.not_yes == Approx(1).margin(1e-9));
    // Three and a half standard errors of a simulated share.
    const auto margin = [pairs = double(pairs)](double p) {
      return 3.5 * std::sqrt(p * (1 - p) / pairs);
    };
    CHECK(no / double(pairs) == Approx(found.no).epsilon(0).margin(margin(found.no)));
    CHECK(yes / double(pairs) == Approx(found.yes).epsilon(0).margin(margin(found.yes)));
  };
  for (const double value : {-5.0, 2.0, 4.0, 5.0, 7.0, 10.0}) {
    check(Requirement::greater_than(0), value);
  }
  for (const double value : {0.0, 2.0, 6.0, 12.0}) {
    check(Requirement::equals(0, 6), value);
    check(Requirement::equals(0, 4), value);  // the interval is longer, as a rule
    check(Requirement::differs_from(0, 6), value);
  }
  if (runs > 1) return;
  // Nearly the normal distribution's once there are many.
  const auto spared = [&](double n) {
    const double quantile = statistics::student_t_quantile(0.9995, n - 1);
    return chance_of_change(Requirement::greater_than(0), {quantile + 2, 1, n});
  };
  CHECK(spared(1000) == Approx(spared(1002)).epsilon(0.02));
  CHECK(spared(20) > 1.5 * spared(1000));
}

TEST_CASE("answer chances: of a ratio without bounds, as if its divisor were not near 0") {
  // 30 +- 30 with Student's quantile 1.966: P(sqrt(2) Z > 1.966 - 29 / 30) of a yes.
  const auto judged = [](double repetitions) {
    return chances(Requirement::greater_than(1),
                   quotient_of({3, 0.2, repetitions}, {0.1, 0.1, repetitions}), 0.95);
  };
  CHECK(judged(400).yes == Approx(0.2396).margin(0.005));
  CHECK(judged(9).of_another_than(Answer::undecided) == 0);
}

TEST_CASE("answer chances: of one answer for several") {
  const auto changes = [](const std::vector<AnswerChances>& chances, Answer answer) {
    return chances_of_all(chances).of_another_than(answer);
  };
  const auto likely_yes = [](double change) { return AnswerChances{0, 1, 1 - change, change}; };
  const auto likely_no = [](double change) { return AnswerChances{1 - change, change, 0, 1}; };
  CHECK(changes({}, Answer::yes) == 0);
  CHECK(changes({likely_yes(0.1), likely_yes(0.2)}, Answer::yes) == Approx(0.3));
  CHECK(changes({likely_yes(0.7), likely_yes(0.6)}, Answer::yes) == 1);
  // The "no" that is certain holds, in whatever order; a "yes" beside it does not matter.
  CHECK(changes({likely_no(0), likely_no(0.2), likely_yes(0.5)}, Answer::no) == 0);
  CHECK(changes({likely_no(0.2), likely_no(0.1)}, Answer::no) == Approx(0.1));
  // Undecided: a "yes" that is no longer one changes nothing, and all must be one for another answer.
  const AnswerChances open{0.01, 0.99, 0.05, 0.95};
  CHECK(changes({open, likely_yes(0.4)}, Answer::undecided) == Approx(0.06));
  CHECK(changes({open, {0.02, 0.98, 0.03, 0.97}}, Answer::undecided) == Approx(0.06));
}

}  // namespace replaybench

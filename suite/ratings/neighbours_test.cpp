#include "suite/ratings/neighbours.hpp"

#include <cmath>

#include "suite/ratings/table_c1.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::ratings;

namespace {

auto exactly(double value) { return Approx(value).epsilon(1e-12).margin(1e-15); }

NeighbourPredictor users_of(const RatingTable& table, std::size_t neighbours, bool signed_sum,
                            PearsonMeans means = PearsonMeans::common) {
  return NeighbourPredictor(table, Axis::users,
                            {.similarity = {.means = means},
                             .neighbours = neighbours,
                             .min_similarity = -2,
                             .signed_denominator = signed_sum});
}

}  // namespace

TEST_CASE("table C.1: Pearson's similarities with Alice, by hand") {
  // Deviations from the means of the common items: Alice (1, -1, 0, 0), Bob (.75, -1.25, -.25,
  // .75), Charlie (.5, -.5, .5, -.5), Eve (-2.25, 1.75, 1.75, -1.25).
  const RatingTable table = table_c1();
  const Similarities common(table, Axis::users, {});
  CHECK(common(alice, bob) == exactly(2 / std::sqrt(5.5)));      // 0.852803, printed 0.85
  CHECK(common(alice, charlie) == exactly(1 / std::sqrt(2.0)));  // 0.707107, printed 0.70
  CHECK(common(alice, dave) == 0);
  CHECK(common(alice, eve) == exactly(-4 / std::sqrt(25.5)));  // -0.792118
  CHECK(common(eve, alice) == common(alice, eve));
  // The text's words, means of all ratings, give other numbers than the printed ones.
  const Similarities all(table, Axis::users, {.means = PearsonMeans::all});
  CHECK(all(alice, bob) == exactly(2 / std::sqrt(5.68)));      // 0.839181
  CHECK(all(alice, charlie) == exactly(1 / std::sqrt(2.72)));  // 0.606339
  CHECK(all(alice, dave) == exactly(0));
  CHECK(all(alice, eve) == exactly(-4 / std::sqrt(27.12)));  // -0.768095
}

TEST_CASE("table C.1: similarities of the items with item 5, by hand") {
  const RatingTable table = table_c1();
  const Similarities cosine(table, Axis::items, {.kind = SimilarityKind::cosine});
  CHECK(cosine(0, 4) == exactly(42 / std::sqrt(35.0 * 51)));  // 0.9941
  CHECK(cosine(1, 4) == exactly(35 / std::sqrt(44.0 * 51)));  // 0.7389
  CHECK(cosine(2, 4) == exactly(35 / std::sqrt(46.0 * 51)));  // 0.7226
  CHECK(cosine(3, 4) == exactly(46 / std::sqrt(47.0 * 51)));  // 0.9396
  const Similarities adjusted(table, Axis::items, {.kind = SimilarityKind::adjusted_cosine});
  CHECK(adjusted(0, 4) == exactly(3.68 / std::sqrt(3.68 * 5.68)));  // 0.8049
  CHECK(adjusted(1, 4) == Approx(-0.9082).margin(5e-5));
  CHECK(adjusted(2, 4) == Approx(-0.7636).margin(5e-5));
  CHECK(adjusted(3, 4) == Approx(0.4331).margin(5e-5));
  const Similarities pearson(table, Axis::items, {});
  CHECK(pearson(0, 4) == exactly(6.25 / std::sqrt(4.75 * 8.75)));  // 0.9695
  CHECK(pearson(1, 4) == Approx(-0.4781).margin(5e-5));
  CHECK(pearson(2, 4) == Approx(-0.4276).margin(5e-5));
  CHECK(pearson(3, 4) == Approx(0.5817).margin(5e-5));
}

TEST_CASE("table C.1: Alice's rating of item 5") {
  const RatingTable table = table_c1();
  const double b = 2 / std::sqrt(5.5);
  const double c = 1 / std::sqrt(2.0);
  const double e = 4 / std::sqrt(25.5);
  // Two neighbours, Bob and Charlie: 4.871980 (printed 4.87).
  CHECK(users_of(table, 2, true).predict(alice, 4) == exactly(4 + (0.6 * b + 1.2 * c) / (b + c)));
  CHECK(users_of(table, 2, false).predict(alice, 4) == users_of(table, 2, true).predict(alice, 4));
  CHECK(users_of(table, 2, true, PearsonMeans::all).predict(alice, 4) ==
        Approx(4.851676).margin(5e-7));
  // Without the printed formula's denominator, as the printed line of numbers has it: 5.36.
  CHECK(4 + 0.6 * b + 1.2 * c == Approx(5.36).margin(0.005));
  // All four: the printed denominator, a sum with signs, leaves the scale; that of |sim| does too.
  CHECK(users_of(table, 4, true).predict(alice, 4) ==
        exactly(4 + (0.6 * b + 1.2 * c + 1.8 * e) / (b + c - e)));  // 7.63
  CHECK(users_of(table, 4, false).predict(alice, 4) ==
        exactly(4 + (0.6 * b + 1.2 * c + 1.8 * e) / (b + c + e)));  // 5.18
  CHECK(users_of(table, 2, true).neighbours_of(alice, 4) == 2);
}

TEST_CASE("neighbours: items' form, by hand") {
  const RatingTable table = table_c1();
  const NeighbourPredictor items(table, Axis::items,
                                 {.similarity = {.kind = SimilarityKind::cosine}, .neighbours = 2});
  const double first = 42 / std::sqrt(35.0 * 51);
  const double fourth = 46 / std::sqrt(47.0 * 51);
  CHECK(items.predict(alice, 4) == exactly((5 * first + 4 * fourth) / (first + fourth)));
}

TEST_CASE("neighbours: cold start") {
  // User 2 has no ratings, item 2 neither; user 0 has no neighbour who rated item 1.
  const RatingTable table(3, 3, {{0, 0, 4}, {1, 0, 2}, {1, 1, 5}});
  const NeighbourPredictor users(table, Axis::users, {});
  CHECK(users.neighbours_of(0, 1) == 0);
  CHECK(users.predict(0, 1) == exactly(4));         // the user's mean
  CHECK(users.predict(2, 0) == exactly(11.0 / 3));  // no ratings: the overall mean
  const NeighbourPredictor items(table, Axis::items, {});
  CHECK(items.predict(2, 1) == exactly(5));  // the item's mean
  CHECK(items.predict(0, 2) == exactly(11.0 / 3));
}

TEST_CASE("neighbours: equal ones in the order of their numbers, no more than K") {
  const RatingTable table(4, 3,
                          {{0, 0, 1},
                           {0, 1, 2},
                           {1, 0, 1},
                           {1, 1, 2},
                           {1, 2, 5},
                           {2, 0, 1},
                           {2, 1, 2},
                           {2, 2, 1},
                           {3, 0, 2},
                           {3, 1, 1},
                           {3, 2, 4}});
  const NeighbourPredictor one(table, Axis::users,
                               {.similarity = {.kind = SimilarityKind::cosine}, .neighbours = 1});
  CHECK(one.predict(0, 2) == exactly(1.5 + 5 - 8.0 / 3));
}

TEST_CASE("similarity: weights by hand") {
  // Item 0 is rated by all: inverse user frequency takes it out, and leaves one item, which does
  // not vary.
  const RatingTable table(
      3, 3, {{0, 0, 1}, {0, 1, 5}, {0, 2, 2}, {1, 0, 5}, {1, 1, 4}, {1, 2, 3}, {2, 0, 3}});
  const SimilarityOptions frequency{.weight = PlaceWeight::inverse_frequency};
  const Similarities inverse(table, Axis::users, frequency);
  CHECK(inverse(0, 1) == exactly(1));  // (5, 2) against (4, 3), of equal weights
  CHECK(inverse(0, 2) == 0);
  // Variances of the columns (1, 5, 3), (5, 4), (2, 3): 8/3, 1/4, 1/4; weights (29/32, 0, 0).
  const SimilarityOptions varied{.kind = SimilarityKind::cosine, .weight = PlaceWeight::variance};
  CHECK(Similarities(table, Axis::users, varied)(0, 1) == exactly(1));
  const SimilarityOptions cosine{.kind = SimilarityKind::cosine};
  const double plain = (5 + 20 + 6) / std::sqrt(30.0 * 50);
  CHECK(Similarities(table, Axis::users, cosine)(0, 1) == exactly(plain));
  SimilarityOptions significant = cosine;
  significant.significance = 4;
  CHECK(Similarities(table, Axis::users, significant)(0, 1) == exactly(plain * 3 / 4));
  SimilarityOptions common = cosine;
  common.min_common = 2;
  CHECK(Similarities(table, Axis::users, common)(0, 2) == 0);
  CHECK(Similarities(table, Axis::users, cosine)(0, 2) == exactly(1));
}

TEST_CASE("similarity: ratings that do not vary have none, however they are rounded") {
  const RatingTable table(2, 3,
                          {{0, 0, 0.1}, {0, 1, 0.1}, {0, 2, 0.1}, {1, 0, 1}, {1, 1, 2}, {1, 2, 4}});
  CHECK(Similarities(table, Axis::users, {})(0, 1) == 0);
}

TEST_CASE("similarities of all pairs that need more than 2 GB are refused") {
  const RatingTable wide(1, 20'000, {{0, 0, 1}});
  const Similarities items(wide, Axis::items, {});
  CHECK_THROWS_WITH(items.matrix(),
                    "a similarity for each pair of 20000 items needs more than 2 GB");
  CHECK(Similarities(wide, Axis::users, {}).matrix() == std::vector<double>{1});
}

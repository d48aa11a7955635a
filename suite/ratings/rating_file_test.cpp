#include "suite/ratings/rating_file.hpp"

#include <algorithm>
#include <cmath>

#include "suite/ratings/split.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::ratings;

namespace {

const std::string good = "user,item,rating,time\nb,x,4,2\na,x,3,1\na,y,5,3\n";

NamedRatings read(std::string_view text) { return read_ratings(text, "r.csv"); }

RatingTable table_of(std::size_t users, std::size_t items) {
  std::vector<Rating> ratings;
  for (std::uint32_t u = 0; u < users; ++u) {
    for (std::uint32_t i = 0; i < items; ++i) {
      ratings.push_back({u, i, 1.0 + (u + i) % 5, static_cast<double>((7 * u + 3 * i) % 11)});
    }
  }
  return RatingTable(users, items, std::move(ratings));
}

}  // namespace

TEST_CASE("rating files: numbers by name, in any order of the lines") {
  const NamedRatings ratings = read(good);
  CHECK(ratings.users == std::vector<std::string>{"a", "b"});
  CHECK(ratings.items == std::vector<std::string>{"x", "y"});
  CHECK(ratings.has_times);
  CHECK(ratings.table.find(0, 1) == 5.0);
  CHECK(ratings.table.find(1, 0) == 4.0);
  CHECK_FALSE(ratings.table.find(1, 1).has_value());
  CHECK(ratings.table.mean() == 4);
  CHECK(ratings.table.mean(Axis::users, 0) == 4.0);
  CHECK(ratings.table.ratings()[0].time == 2);
  const NamedRatings again = read("item,rating,note,user\r\n\"y\",5,,a\r\nx,3,,a\r\nx,4,,b\r\n");
  CHECK(again.users == ratings.users);
  CHECK(again.table.find(0, 1) == 5.0);
  CHECK_FALSE(again.has_times);
}

TEST_CASE("rating files: what is wrong is named with its line") {
  CHECK_THROWS_WITH(read("user,item,rating\na,x,4\nb,x,1\nb,y,2\nb,x,3\na,x,5\n"),
                    "r.csv:5: user \"b\" rated item \"x\" already in line 3; one rating per user "
                    "and item is allowed");
  CHECK_THROWS_WITH(read("user,item,rating\na,x,4\na,y,1\n"),
                    "r.csv: all ratings are of one user, \"a\"; at least two users are needed to "
                    "learn from others");
  CHECK_THROWS_WITH(read("user,item,rating\nb\x1b,x,1\nb\x1b,x,3\na,x,5\n"),
                    Catch::Contains("r.csv:3: user \"b\\x1b\" rated item"));
  CHECK_THROWS_WITH(read("user,item,rating\n"), "r.csv: no ratings after the header");
  CHECK_THROWS_WITH(read("user,item,rating\na,x,\n"),
                    Catch::Contains("r.csv:2: column \"rating\": \"\" is empty"));
  CHECK_THROWS_WITH(read("user,item,rating\na,x,4\n,x,4\n"),
                    Catch::Contains("r.csv:3: column \"user\": \"\" is no name"));
  CHECK_THROWS_WITH(read("user,item,rating\na,x,nan\n"), Catch::Contains("r.csv:2: column"));
  CHECK_THROWS_WITH(read("user,item,rating\na,x,4 stars\n"),
                    Catch::Contains("\"4 stars\" is not a number"));
  CHECK_THROWS_WITH(read("user,item,ratings\na,x,4\n"), Catch::Contains("rating"));
  CHECK_THROWS_WITH(read("user,item,rating\na,x\n"), Catch::Contains("r.csv:2"));
  CHECK_THROWS_AS(read(""), DataError);
  CHECK_THROWS_AS(read_ratings(std::filesystem::path("/nowhere/r.csv")), FileError);
}

TEST_CASE("held-out ratings: unknown users and items are named") {
  const NamedRatings known = read("user,item,rating\nanna,x,4\nbert,y,1\n");
  const auto held = [&](std::string_view text) { return read_held_out(text, "h.csv", known); };
  const RatingTable table = held("user,item,rating\nbert,x,2\n");
  CHECK(table.find(1, 0) == 2.0);
  CHECK(table.users() == 2);
  CHECK_THROWS_WITH(
      held("user,item,rating\nanne,x,2\n"),
      "h.csv:2: unknown user \"anne\": it has no rating among those learned from (did "
      "you mean \"anna\"?)");
  CHECK_THROWS_WITH(held("user,item,rating\nbert,zebra,2\n"),
                    Catch::Contains("h.csv:2: unknown item \"zebra\""));
}

TEST_CASE("rating files: any damage is an error or a table, never a crash") {
  Draws draws({51}, 0);
  for (int trial = 0; trial < 3'000; ++trial) {
    std::string text = good;
    for (std::uint32_t n = draws.below(4); n-- > 0;) {
      text[draws.below(static_cast<std::uint32_t>(text.size()))] =
          static_cast<char>(draws.below(256));
    }
    text.resize(draws.below(static_cast<std::uint32_t>(text.size() + 1)));
    try {
      const NamedRatings ratings = read(text);
      CHECK(ratings.table.ratings().size() <= 3);
      CHECK(ratings.users.size() == ratings.table.users());
    } catch (const DataError& error) {
      CHECK(std::string(error.what()).starts_with("r.csv"));
    }
  }
}

TEST_CASE("rating tables: what does not fit is refused") {
  CHECK_THROWS_AS(RatingTable(2, 2, {}), DataError);
  CHECK_THROWS_WITH(RatingTable(2, 2, {{0, 2, 1}}), Catch::Contains("item 2 by user 0"));
  CHECK_THROWS_WITH(RatingTable(2, 2, {{0, 1, 1}, {1, 1, 1}, {0, 1, 2}}),
                    "user 0 rated item 1 twice");
  CHECK_THROWS_WITH(RatingTable(2, 2, {{0, 1, NAN}}), Catch::Contains("not finite"));
}

TEST_CASE("splits: parts of the ratings, each rating once") {
  const RatingTable table = table_of(7, 9);
  const Split random = random_split(table, 0.25, {61});
  CHECK(random.test.size() == 16);
  CHECK(random.train.size() == 47);
  CHECK(random_split(table, 0.25, {61}).test == random.test);
  CHECK(random_split(table, 0.25, {62}).test != random.test);
  std::vector<int> tested(63, 0);
  for (const Split& fold : folds(table, 5, {61})) {
    CHECK(fold.train.size() + fold.test.size() == 63);
    CHECK(std::abs(static_cast<int>(fold.test.size()) - 63 / 5) <= 1);
    for (const std::size_t place : fold.test) ++tested[place];
  }
  CHECK(tested == std::vector<int>(63, 1));
  const Split left = leave_one_out(table, {61});
  CHECK(left.test.size() == 7);
  for (std::size_t u = 0; u < 7; ++u) CHECK(table.ratings()[left.test[u]].user == u);
  const Split late = split_by_time(table, 0.3);
  double last = 0;
  for (const std::size_t p : late.train) last = std::max(last, table.ratings()[p].time);
  for (const std::size_t p : late.test) CHECK(table.ratings()[p].time >= last);
  CHECK(late.test.size() == 19);
  CHECK(table.subset(late.test).ratings().size() == 19);
}

TEST_CASE("splits: what cannot be split is named") {
  const RatingTable two(2, 1, {{0, 0, 1}, {1, 0, 2}});
  CHECK_THROWS_WITH(random_split(two, 0.1, {1}),
                    "a part of the split is empty: 0 of 2 ratings would be tested");
  CHECK_THROWS_WITH(folds(two, 3, {1}),
                    "3 folds of 2 ratings: allowed are 2 to as many as there are ratings");
  CHECK_THROWS_AS(folds(two, 1, {1}), DataError);
  CHECK_THROWS_WITH(leave_one_out(two, {1}), "leave-one-out: no user has two ratings");
  CHECK_THROWS_WITH(split_by_time(two, 0.5), Catch::Contains("all ratings have the same time"));
}

#include <cmath>
#include <set>

#include "suite/ratings/rating_environment.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("rating_table: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("rating_table"));
}

TEST_CASE("rating_table: users come equally often, with the items that they rated") {
  const auto environment =
      dataset_of("rating_table{items=3, ratings=[1,0,2, 0,0,0, 4,5,3]}")->environment({1}, {2});
  CHECK(environment->dimension() == 3);
  int came[3] = {};
  for (int t = 0; t < 4'000; ++t) {
    environment->observe(t);
    const Context context = environment->context();
    REQUIRE(context.active().size() == 1);
    const std::uint32_t user = context.active()[0];
    for (std::uint32_t u = 0; u < 3; ++u) CHECK(context[u] == (u == user ? 1 : 0));
    ++came[user];
    const ActionSet items = environment->actions();
    CHECK(items.size() == (user == 0 ? 2 : 3));
    for (Action i = 0; i < items.size(); ++i) {
      const double ratings[3][3] = {{1, 0, 2}, {0, 0, 0}, {4, 5, 3}};
      CHECK(environment->reward(items[i]) == ratings[user][items[i]]);
    }
  }
  CHECK(came[1] == 0);
  require_near(came[0] / 4e3, 0.5, 0.5 / std::sqrt(4e3));
}

TEST_CASE("rating_table: from a file") {
  const TemporaryFolder folder;
  const std::string path =
      folder.write("r.csv", "user,item,rating,time\nb,x,4,1\na,x,3,2\na,y,5,3\n").string();
  const auto dataset = dataset_of("rating_table{path=\"" + path + "\"}");
  const auto environment = dataset->environment({1}, {2});
  CHECK(environment->dimension() == 2);
  CHECK(environment->action_count() == 2);
  CHECK(dataset->content_digest().size() == 64);
  const auto* world = dynamic_cast<const ratings::RatingEnvironment*>(environment.get());
  REQUIRE(world);
  CHECK(world->rate({1}).find(0, 1) == 5.0);
  CHECK(std::isnan(world->click_probability(0, 0)));
  CHECK_THROWS_AS(dataset_of("rating_table{path=\"/nowhere.csv\"}")->environment({1}, {2}),
                  FileError);
  const std::string one = folder.write("one.csv", "user,item,rating\na,x,3\n").string();
  CHECK_THROWS_AS(dataset_of("rating_table{path=\"" + one + "\"}")->environment({1}, {2}),
                  DataError);
}

TEST_CASE("rating_table: a file is read once") {
  const TemporaryFolder folder;
  const auto path = folder.write("r.csv", "user,item,rating\nb,x,4\na,x,3\na,y,5\n");
  const auto dataset = dataset_of("rating_table{path=\"" + path.string() + "\"}");
  CHECK(dataset->environment({1}, {2})->action_count() == 2);
  const std::string digest = dataset->content_digest();
  folder.write("r.csv", "user,item,rating\nb,x,4\na,x,3\na,y,5\na,z,1\n");
  CHECK(dataset->environment({1}, {2})->action_count() == 2);
  CHECK(dataset->content_digest() == digest);
}

TEST_CASE("rating_table: refuses what does not fit together") {
  CHECK_THROWS_AS(dataset_of("rating_table{items=2, ratings=[1,2,3]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("rating_table{ratings=[]}"), SpecErrors);
  CHECK_THROWS_WITH(dataset_of("rating_table{path=\"r.csv\", items=2, ratings=[1,2]}"),
                    Catch::Contains("not used with path"));
  CHECK_THROWS_AS(dataset_of("rating_table{items=2, ratings=[0,0]}"), SpecErrors);
}

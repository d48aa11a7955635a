#include "algorithms/user_neighbours/user_neighbours.hpp"

#include "suite/testing/collaborative_filters.hpp"

using namespace replaybench;
using namespace replaybench::algorithms::user_neighbours;

TEST_CASE("user_neighbours: is a collaborative filter") {
  testing::CollaborativeFilterTests<UserNeighbours, Options>("user_neighbours", 1).require_all();
}

TEST_CASE("user_neighbours: golden trace") {
  CHECK(testing::filter_trace("user_neighbours") ==
        "401750550405544544444544555555555111111111110031141111114312144266662246442"
        "222242621162206244432422324422434224326322226622266262246462476666266266666"
        "666666666666662662663663625666226551666621511616515563313561563526366516615"
        "256265165665656126525165656615556265562566565565665656655652656665625515111");
  testing::require_trace_shows(
      "user_neighbours",
      {"similarity=\"cosine\"", "similarity=\"adjusted_cosine\"", "neighbours=1", "prior=20"});
}

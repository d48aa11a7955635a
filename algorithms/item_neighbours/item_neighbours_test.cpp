#include "algorithms/item_neighbours/item_neighbours.hpp"

#include "suite/testing/collaborative_filters.hpp"

using namespace replaybench;
using namespace replaybench::algorithms::item_neighbours;

TEST_CASE("item_neighbours: is a collaborative filter") {
  testing::CollaborativeFilterTests<ItemNeighbours, Options>("item_neighbours", 1).require_all();
}

TEST_CASE("item_neighbours: golden trace") {
  CHECK(testing::filter_trace("item_neighbours") ==
        "401750550405544444444444555555555761111015340561500603534342144225645240415"
        "655516051154502744425033614425414274671422623327757636236452460441240200050"
        "150566466665663563612572525770226551603023511036515562313501503520300510015"
        "250205175105656726522165626642444265562246565262464654655152156665622273755");
  testing::require_trace_shows("item_neighbours",
                               {"similarity=\"cosine\"", "similarity=\"pearson\"", "neighbours=1",
                                "significance=0", "prior=20"});
}

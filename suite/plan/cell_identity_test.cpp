#include "suite/plan/cell_identity.hpp"

#include <functional>
#include <set>

#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"

using namespace replaybench;

namespace {

CellIdentity example() {
  CellIdentity identity;
  identity.seed = 7;
  identity.dataset = "bernoulli_arms#1{means=[0.4, 0.2]}";
  identity.logging = "uniform_random#1{}";
  identity.algorithm = "ucb#1{alpha=2}";
  identity.evaluator = "replay#1{}";
  identity.horizon = 100;
  identity.first_replicate = 10;
  identity.replicates = 5;
  return identity;
}

const std::string profile = "numeric " REPLAYBENCH_PROFILE ", stream philox4x32-10, samplers " +
                            std::string(sampler_version) + "\n";

}  // namespace

// The text names stored results: a change of it is a change of every key.
TEST_CASE("cell identity: the canonical text, line by line") {
  CHECK(example().text() == "replaybench simulation\n" + profile +
                                "seed 7\ndataset bernoulli_arms#1{means=[0.4, 0.2]}\n"
                                "logging uniform_random#1{}\nalgorithm ucb#1{alpha=2}\n"
                                "evaluator replay#1{}\nhorizon 100\nkeep moments\n"
                                "replicates 10..14");
  CellIdentity all = example();
  all.truth = 0.25;
  all.parts = 3;
  all.keep_rows = true;
  all.where_applicable = true;
  CHECK(all.text().find("horizon 100\ntruth 0.25\nparts 3\nkeep rows\nwhere applicable\n"
                        "replicates 10..14") != std::string::npos);
}

TEST_CASE("cell identity: every field says two cells apart") {
  const std::function<void(CellIdentity&)> changes[] = {
      [](CellIdentity& i) { i.seed = 8; },
      [](CellIdentity& i) { i.dataset = "bernoulli_arms#2{means=[0.4, 0.2]}"; },
      [](CellIdentity& i) { i.logging = "ucb#1{alpha=2}"; },
      [](CellIdentity& i) { i.algorithm = "ucb#1{alpha=3}"; },
      [](CellIdentity& i) { i.evaluator = "replay_star#1{}"; },
      [](CellIdentity& i) { i.horizon = 101; },
      [](CellIdentity& i) { i.truth = 0; },
      [](CellIdentity& i) { i.parts = 1; },
      [](CellIdentity& i) { i.keep_rows = true; },
      [](CellIdentity& i) { i.where_applicable = true; },
      [](CellIdentity& i) { i.first_replicate = 9; },
      [](CellIdentity& i) { i.replicates = 6; }};
  std::set<std::string> texts{example().text()};
  for (const auto& change : changes) {
    CellIdentity identity = example();
    change(identity);
    texts.insert(identity.text());
  }
  CHECK(texts.size() == 1 + std::size(changes));
}

TEST_CASE("cell identity: the text of a grid, line by line") {
  GridSpec grid;
  grid.name = "g";
  grid.sweep = {{"K", {"2", "3"}, true}};
  grid.only = Expression::parse("K > 2");
  grid.columns = {{"square", Expression::parse("K^2")}};
  CHECK(identity_text(grid) == "replaybench grid\n" + profile +
                                   "sweep K = 2 3\nonly K > 2\ncolumn square = K^2\ntheory 1\n");
}

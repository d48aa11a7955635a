#include "suite/plan/cell_sources.hpp"

#include "suite/component/registry.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"

using namespace replaybench;

namespace {

// Digests of some components of the program; the others have none.
std::string sources_of(const std::string& canonical, const char* engine = "e") {
  return cell_sources(canonical, {{"", "", engine},
                                  {"algorithms/epsilon_greedy", "a1", "x"},
                                  {"algorithms/ucb", "a2", "y"},
                                  {"datasets/bernoulli_arms", "d1", "x"},
                                  {"evaluators/red_inf", "r1", "z"},
                                  {"evaluators/replay", "r2", "z"},
                                  {"suite/theory", "t1", "z"}});
}

std::string without_engine(const std::string& sources) {
  return sources.substr(sources.find('\n') + 1);
}

}  // namespace

TEST_CASE("a cell records every component that its text names, also inside of parameters") {
  CHECK(without_engine(sources_of("dataset bernoulli_arms#1{arms=2}\nalgorithm ucb#3{alpha=1}\n"
                                  "evaluator replay#1{}\nhorizon 9")) ==
        "algorithms/ucb a2\ndatasets/bernoulli_arms d1\nevaluators/replay r2\n");
  CHECK(without_engine(sources_of("evaluator replay#1{of=\"ucb{alpha=1}\"}")) ==
        "algorithms/ucb a2\nevaluators/replay r2\n");
  CHECK(without_engine(sources_of(
            "evaluator replay#1{x=\"ucb{of=\\\"epsilon_greedy\\\"}\", y=\"Epsilon-Greedy\"}")) ==
        "algorithms/epsilon_greedy a1\nalgorithms/ucb a2\nevaluators/replay r2\n");
}

TEST_CASE("the head of a family inside of a parameter records the members that it may name") {
  for (const char* head : {"ips", "ipw"}) {
    const std::string sources = cell_sources(
        "evaluator replay#1{of=\"" + std::string(head) + "{weights=\\\"clipped\\\"}\"}",
        {{"", "", "e"}, {"evaluators/clipped_ips", "c1", "z"}, {"evaluators/ips", "i1", "z"}});
    CHECK(sources.find("evaluators/clipped_ips c1\n") != std::string::npos);
    CHECK(sources.find("evaluators/ips i1\n") != std::string::npos);
    CHECK(sources.find("evaluators/dr") == std::string::npos);
  }
}

TEST_CASE("a path, a number or a word outside of quotes names no component") {
  CHECK(without_engine(sources_of("evaluator replay#1{file=\"data/ucb/ucb.csv\", ucb=1}\nucb")) ==
        "evaluators/replay r2\n");
}

TEST_CASE("a grid records the formulas, and nothing that its columns are called") {
  CHECK(without_engine(sources_of("replaybench grid\ncolumn ucb = replay_bound(1)")) ==
        "suite/theory t1\n");
}

TEST_CASE("the engine's digest is of what computes every cell and of what the components reach") {
  const std::string cell = "algorithm ucb#3{}";
  const std::string before = sources_of(cell);
  CHECK(before.starts_with("engine "));
  CHECK(before.find('\n') == std::string("engine ").size() + 16);
  CHECK(sources_of(cell, "other") != before);
  CHECK(sources_of("algorithm epsilon_greedy#3{}").substr(0, 23) != before.substr(0, 23));
}

TEST_CASE("the cells of a plan have the sources of this program") {
  const Plan plan = plan_of(study_head +
                            "[[simulation]]\nname = 'play'\ndatasets = ['bernoulli_arms']\n"
                            "algorithms = ['ucb']\nevaluators = ['replay']\nhorizon = '5'\n"
                            "block = 2\nreplicates = 4\n"
                            "[[table]]\nname = 'x'\nfrom = 'play'\n");
  REQUIRE(plan.cells.size() == 2);
  CHECK(plan.cells[0].sources == plan.cells[1].sources);
  CHECK(*plan.cells[0].sources == cell_sources(plan.cells[0].canonical));
  for (const SourceDigest& digest : source_digests()) {
    const bool has_own = !digest.component.empty();
    CHECK(digest.own.size() == (has_own ? 16 : 0));
    CHECK(digest.engine.size() == 16);
    if (digest.component != "algorithms/ucb") continue;
    CHECK(plan.cells[0].sources->find("algorithms/ucb " + std::string(digest.own)) !=
          std::string::npos);
  }
  CHECK(source_digests().size() ==
        2 + algorithms_table().size() + evaluators_table().size() + datasets_table().size());
}

#include "algorithms/semp/semp.hpp"

#include <cmath>
#include <map>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::semp::Segmentation;
using algorithms::semp::SegmentBy;
using algorithms::semp::Semp;
using learning::BucketOptions;
using learning::LearnFrom;

namespace {

learning::BucketOptions with(double epsilon, learning::LearnFrom learn_from) {
  learning::BucketOptions options;
  options.epsilon = epsilon;
  options.learn_from = learn_from;
  options.ties = Ties::lowest;
  return options;
}

std::size_t segment(const Segmentation& segmentation, const std::vector<double>& x) {
  return segmentation.of(Context(x));
}

}  // namespace

TEST_CASE("semp: segments by hand") {
  // Nine ages and two genders: the 18 clusters of the paper, from a coded age and an indicator.
  Segmentation cells;
  cells.features = {2, 0};
  cells.cuts = {-1, 0.5};
  CHECK(cells.size() == 9);
  CHECK(segment(cells, {-2, 7, -2}) == 0);
  CHECK(segment(cells, {-1, 7, -2}) == 1);
  CHECK(segment(cells, {0.5, 7, -2}) == 2);
  CHECK(segment(cells, {-2, 7, 0.4}) == 3);
  CHECK(segment(cells, {9, 7, 9}) == 8);
  Segmentation largest;
  largest.by = SegmentBy::largest;
  largest.features = {1, 2, 4};
  CHECK(largest.size() == 3);
  CHECK(segment(largest, {9, 0, 1, 9, 0}) == 1);
  CHECK(segment(largest, {9, 0, 0, 9, 1}) == 2);
  CHECK(segment(largest, {9, 1, 0, 9, 1}) == 0);  // the first of equals
}

TEST_CASE("semp: each segment is served its own best action") {
  // epsilon = 1/2: the visits 0, 2, 4, ... teach.
  Semp algorithm(2, Segmentation{}, with(0.5, learning::LearnFrom::bucket));
  const std::vector<double> low{0}, high{1};
  const auto serve = [&](const std::vector<double>& x) {
    Draws draws({1}, 0);
    return algorithm.choose(Context(x), ActionSet::all(2), draws);
  };
  const auto teach = [&](const std::vector<double>& x, Action action, double reward) {
    algorithm.update(Context(x), action, reward);
    algorithm.update(Context(x), 0, 1);  // a served visit: ignored
  };
  teach(low, 0, 1);
  teach(low, 1, 0);
  teach(high, 0, 0);
  teach(high, 1, 1);
  algorithm.update(Context(low), 1, 0);
  CHECK(serve(low) == 0);
  CHECK(serve(high) == 1);
}

TEST_CASE("semp: choices are those of the means recomputed from the history") {
  const auto learn_from = GENERATE(learning::LearnFrom::bucket, learning::LearnFrom::all);
  Segmentation segmentation;
  segmentation.features = {0, 1};
  segmentation.cuts = {-0.5, 0.5};
  const double epsilon = 0.3;
  Semp algorithm(3, segmentation, with(epsilon, learn_from));
  std::map<std::tuple<int, int, Action>, std::pair<double, double>> sums;  // cells and action
  const auto cell = [](double x) { return x < -0.5 ? 0 : x < 0.5 ? 1 : 2; };
  double explored = 0;
  int served = 0;
  for (std::uint64_t t = 0; t < 1'500; ++t) {
    Draws draws({61}, t);
    const std::vector<double> x{draws.normal(), draws.normal(), 1};
    std::vector<Action> pool;
    for (Action a = 0; a < 3; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(3));
    const bool explores = explored < std::ceil(static_cast<double>(t + 1) * epsilon);
    const auto mean = [&](Action a) {
      const auto& [sum, count] = sums[{cell(x[0]), cell(x[1]), a}];
      return count == 0 ? -1 : sum / count;
    };
    Draws asked({62}, t);
    const Action choice = algorithm.choose(Context(x), ActionSet(pool), asked);
    if (explores) {
      Draws same({62}, t);
      CHECK(choice == pool[same.below(static_cast<Action>(pool.size()))]);
    } else {
      Action wanted = pool[0];
      for (const Action a : pool) {
        if (mean(a) > mean(wanted)) wanted = a;
      }
      CHECK(choice == wanted);
      ++served;
    }
    const double reward = draws.uniform() < 0.5 + 0.2 * x[choice % 2] ? 1 : 0;
    algorithm.update(Context(x), choice, reward);
    if (explores || learn_from == learning::LearnFrom::all) {
      auto& [sum, count] = sums[{cell(x[0]), cell(x[1]), choice}];
      sum += reward;
      ++count;
    }
    explored += explores;
  }
  CHECK(served > 1'000);
}

TEST_CASE("semp: with a single segment it is EMP") {
  const Log log = testing::golden_log(300);
  const std::string options = "epsilon=0.2, learn_from=\"all\"";
  CHECK(testing::trace(testing::make_agent("semp{cuts=[], " + options + "}", log), log) ==
        testing::trace(testing::make_agent("emp{" + options + "}", log), log));
  CHECK(testing::trace(testing::make_agent("semp{" + options + "}", log), log) !=
        testing::trace(testing::make_agent("emp{" + options + "}", log), log));
}

TEST_CASE("semp: what cannot be") {
  const Log log = testing::golden_log(50);  // 4 features
  const auto problem_of = [&](const std::string& text) -> std::string {
    try {
      testing::make_agent(text, log);
    } catch (const NotApplicable& reason) {
      return reason.what();
    }
    return "none";
  };
  CHECK(problem_of("semp{features=[3, 0]}") == "none");
  CHECK(problem_of("semp{features=[4]}") == "semp: there is no feature 4; contexts have 4");
  CHECK_THROWS_WITH(problem_of("semp{features=[-1]}"),
                    Catch::Matchers::Contains("-1 is not from 0"));
  CHECK(problem_of("semp{features=[]}") == "semp: features is empty");
  CHECK(problem_of("semp{cuts=[0.5, 0.5]}") == "semp: cuts must increase");
  CHECK(problem_of("semp{features=[0,1,2,3,0,1,2,3,0,1], cuts=[1,2,3,4,5,6,7,8,9]}") ==
        "semp: too many segments; segment_by=\"largest\" has one a feature");
}

TEST_CASE("semp: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("semp{epsilon=0.3}", log), log) ==
        "420031012040101000341030204134023102422020020223203320202320143332300200130320424220123120"
        "000330032232033233332033320030");
  CHECK(testing::trace(testing::make_agent("semp{epsilon=0.2, learn_from=\"all\", "
                                           "segment_by=\"largest\", features=[0, 1, 2], "
                                           "ties=\"lowest\"}",
                                           log),
                       log) ==
        "420000000000000000000022324214440102000000000000000000000000000000004124100000000000000000"
        "000000000000004000000000000004");
}

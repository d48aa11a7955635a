#include <numeric>

#include "evaluators/select_bandwidth/methods.hpp"
#include "suite/resample/entangled.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::select_bandwidth;
using namespace replaybench::testing;

namespace {

// The synthetic model with few features: LinUCB overfits 600 records at once.
struct Setting {
  std::shared_ptr<const Dataset> dataset = dataset_of("linear_model{features=6, model_seed=1}");
  Trial trial_for(const std::string& algorithm, std::uint64_t records = 660,
                  std::uint64_t replicate = 0) const {
    Trial trial = trial_of(*dataset, Agent(Always{0}), records, replicate);
    return trial_of(*dataset, testing::make_agent(algorithm, *trial.log()), records, replicate);
  }
};

constexpr std::array candidates{0.0, 10.0, 40.0, 120.0};
const std::string listed = "candidates=[0, 10, 40, 120], repeats=6, resamples=2";

Request request_of(std::uint64_t repeats = 6) {
  return {.candidates = candidates, .repeats = repeats, .jitter = {}};
}

double column_of(const Evaluator& evaluator, const ResultRow& row, const std::string& name) {
  const auto columns = evaluator.columns();
  return row.values.at(
      static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin()));
}

// Output of `method`, by name of column.
struct Written {
  std::shared_ptr<const Evaluator> evaluator;
  std::vector<ResultRow> rows;
  Written(const std::string& text, const Trial& trial)
      : evaluator(evaluator_of(text)), rows(rows_of(*evaluator, trial)) {}
  double operator()(const std::string& name, std::size_t row = 0) const {
    return column_of(*evaluator, rows.at(row), name);
  }
};

std::string method(const std::string& name, const std::string& more = "") {
  return "select_bandwidth{method=\"" + name + "\", " + listed + more + "}";
}

}  // namespace

TEST_CASE("select_bandwidth: cross validation by hand, for a policy that does not learn") {
  // Always action 0: both sides are the mean reward of that action's records, for any jitter.
  const Setting setting;
  Trial trial = trial_of(*setting.dataset, Agent(Always{0}), 660);
  const auto log = trial.log();
  const CriterionTable table = cross_validation(trial, request_of(), 60);
  for (std::uint64_t r = 0; r < 6; ++r) {
    const auto order = random_order(660, replicate_key(key_of_repeat(trial.policy_stream(), r), 1));
    numeric::Moments train;
    numeric::Moments test;
    for (std::size_t i = 0; i < 660; ++i) {
      if (log->actions[order[i]] == 0) (i < 60 ? train : test).add(log->rewards[order[i]]);
    }
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      auto values = table;
      CHECK(values.at(c, r) == Approx(train.mean - test.mean).margin(1e-12));
    }
  }
}

TEST_CASE("select_bandwidth: random orders are permutations, and uniform") {
  numeric::Moments first;
  for (std::uint64_t key = 0; key < 4'000; ++key) {
    auto order = random_order(9, {key});
    first.add(order[0]);
    std::sort(order.begin(), order.end());
    for (std::uint32_t i = 0; i < 9; ++i) REQUIRE(order[i] == i);
  }
  require_near(first.mean, 4, first.standard_error());
  CHECK(random_order(0, {1}).empty());
}

TEST_CASE("select_bandwidth: the part that replay can vouch for") {
  Log log = plain_log(10, std::vector<Action>(10'000), std::vector<double>(10'000));
  CHECK(validated_size(log) == 909);  // thesis figure A.1
}

TEST_CASE("select_bandwidth: the estimate is s_bred's at the chosen bandwidth") {
  const Setting setting;
  for (const std::string algorithm : {"lin_ucb{alpha=1, lambda=1}", "lin_ts"}) {
    const Trial trial = setting.trial_for(algorithm);
    for (const std::string name : {"cross_validation", "twin", "entangled"}) {
      const Written chosen(method(name), trial);
      const std::string h = to_text(ParameterValue(chosen("bandwidth")));
      const auto plain = rows_of("s_bred{resamples=2, bandwidth=" + h + "}", trial)[0];
      INFO(algorithm << " " << name);
      CHECK(chosen.rows[0].step == 660);
      for (std::size_t i = 0; i < plain.values.size(); ++i) {
        const double ours = chosen.rows[0].values[i];
        CHECK((ours == plain.values[i] || (std::isnan(ours) && std::isnan(plain.values[i]))));
      }
      CHECK(chosen("jitter") == Approx(chosen("bandwidth") * std::sqrt(660.0)));
    }
  }
}

TEST_CASE("select_bandwidth: candidates as rows") {
  const Setting setting;
  const Trial trial = setting.trial_for("lin_ucb{alpha=1, lambda=1}");
  const Written sweep(method("twin", ", candidates_as_rows=true"), trial);
  const Written chosen(method("twin"), trial);
  REQUIRE(sweep.rows.size() == 4);
  double nearest = 1;
  for (std::size_t c = 0; c < 4; ++c) {
    CHECK(sweep.rows[c].step == c);
    CHECK(sweep("jitter", c) == Approx(candidates[c]));
    CHECK(sweep("edge", c) == chosen("edge"));
    CHECK(sweep("chosen", c) == chosen("jitter"));
    const std::string constant = to_text(ParameterValue(candidates[c]));
    CHECK(sweep("estimate", c) ==
          value_of("s_bred{resamples=2, jitter=" + constant + "}", "estimate", trial));
    if (std::fabs(sweep("criterion", c)) < std::fabs(nearest)) nearest = sweep("criterion", c);
  }
  CHECK(chosen("criterion") == nearest);
  // The more noise, the less S-BRED promises, and the more is accepted of what it recognised.
  CHECK(sweep("estimate", 0) > sweep("estimate", 3));
  CHECK(sweep("criterion", 0) > 0);
  CHECK(sweep("criterion", 3) < 0);
  CHECK(sweep("acceptance", 0) < sweep("acceptance", 2));
}

TEST_CASE("select_bandwidth: which h for T records") {
  const Setting setting;
  const Trial trial = setting.trial_for("lin_ucb{alpha=1, lambda=1}");
  const Written carried(method("cross_validation"), trial);
  const Written kept(method("cross_validation", ", conservative=true"), trial);
  CHECK(kept("bandwidth") == Approx(carried("bandwidth") * std::sqrt(660.0 / 60)));
  CHECK(kept("jitter") == kept("chosen"));
  CHECK(std::isfinite(carried("jitter_error")));
  CHECK(std::isnan(kept("jitter_error")));

  // Two sizes, 60 and 30: the line through their (ln size, ln h), at 660.
  Trial same = trial;
  const Written line(method("cross_validation", ", sizes=2"), trial);
  const double large =
      choose_crossing(candidates, cross_validation(same, request_of(), 60)).constant;
  const double small =
      choose_crossing(candidates, cross_validation(same, request_of(), 30, 30)).constant;
  const double h60 = large / std::sqrt(60.0);
  const double h30 = small / std::sqrt(30.0);
  CHECK(line("bandwidth") == Approx(h60 * std::pow(h60 / h30, std::log2(660.0 / 60))));
}

TEST_CASE("select_bandwidth: an algorithm without context needs no jitter") {
  // All candidates have the same criterion, bit by bit: the noise is not looked at.
  const Setting setting;
  const Trial trial = setting.trial_for("ucb{alpha=1}");
  for (const std::string name : {"cross_validation", "twin", "entangled"}) {
    const Written chosen(method(name), trial);
    CHECK(chosen("bandwidth") == 0);
    CHECK(chosen("similar") == 3);
    CHECK(chosen("edge") == 0);
  }
}

TEST_CASE("select_bandwidth: entangled is what t_bred says") {
  const Setting setting;
  Trial trial = setting.trial_for("lin_ucb{alpha=1, lambda=1}", 660);
  // One action's mean over the accepted tests: neither the jitter nor the copies matter.
  Trial fixed = trial_of(*setting.dataset, Agent(Always{0}), 660);
  auto table = entangled(fixed, request_of());
  for (std::uint64_t r = 0; r < 6; ++r) {
    std::vector<std::uint32_t> records(660);
    std::iota(records.begin(), records.end(), 0);
    const EntangledSplit split(records, 66,
                               replicate_key(key_of_repeat(fixed.policy_stream(), r), 1));
    numeric::Moments rewards;
    for (const auto i : split.tests) {
      if (fixed.log()->actions[i] == 0) rewards.add(fixed.log()->rewards[i]);
    }
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      CHECK(table.at(c, r) == Approx(rewards.mean).margin(1e-12));
    }
  }
  // The distribution is that of t_bred, from other draws.
  const auto ours = entangled(trial, request_of(300)).of(2);
  const auto rows = rows_of("t_bred{resamples=300, jitter=40, drawing=\"shuffled_copies\"}", trial);
  const double error = std::sqrt(2.0) * ours.standard_error();
  require_near(ours.mean, rows[0].values[0], error);
}

TEST_CASE("select_bandwidth: files, sparse contexts and pools") {
  Log log = testing::golden_log(330);
  const LogDataset dense(log);
  const Agent agent = testing::make_agent("lin_ucb{alpha=1, lambda=1}", log);
  const Trial trial = trial_of(dense, agent);
  for (const std::string name : {"cross_validation", "twin", "entangled"}) {
    CHECK(rows_of(method(name), trial)[0].values[0] > 0);
  }
  // Two features that are 0 or 1, and the constant.
  Log sparse;
  sparse.action_count = 2;
  sparse.dimension = 3;
  sparse.active_first.push_back(0);
  for (std::size_t i = 0; i < 120; ++i) {
    Draws draws({3}, i);
    const std::uint32_t on = draws.below(2);
    sparse.active.push_back(on);
    sparse.active.push_back(2);
    sparse.active_first.push_back(sparse.active.size());
    sparse.actions.push_back(draws.below(2));
    sparse.rewards.push_back(draws.uniform() < (on == sparse.actions.back() ? 0.8 : 0.2) ? 1 : 0);
  }
  const LogDataset switched(sparse);
  const Trial other = trial_of(switched, testing::make_agent("lin_ucb{alpha=1, lambda=1}", sparse));
  const auto rows = rows_of(
      "select_bandwidth{candidates=[0, 1, 3], repeats=4, resamples=1, jitter_kind=\"switches\"}",
      other);
  CHECK(rows[0].values[0] > 0.4);
}

TEST_CASE("select_bandwidth: what it refuses") {
  const LogDataset plain(plain_log(2, {0, 1, 0}, {1, 0, 1}));
  CHECK_THROWS_AS(rows_of("select_bandwidth", trial_of(plain, Agent(Always{0}))), NotApplicable);
  Log few = testing::golden_log(5);
  const LogDataset tiny(few);
  const Trial trial = trial_of(tiny, testing::make_agent("lin_ucb", few));
  CHECK_THROWS_AS(rows_of(method("cross_validation"), trial), NotApplicable);
  CHECK_THROWS_AS(rows_of(method("entangled"), trial), NotApplicable);
  Log thirty = testing::golden_log(30);  // 5 for training, 2, 1, 0
  const LogDataset small(thirty);
  const Trial small_trial = trial_of(small, testing::make_agent("lin_ucb", thirty));
  CHECK_THROWS_AS(rows_of(method("cross_validation", ", sizes=4"), small_trial), NotApplicable);
  for (const std::string wrong :
       {"select_bandwidth{candidates=[]}", "select_bandwidth{candidates=[-1, 5]}",
        "select_bandwidth{candidates=[5, 5]}", "select_bandwidth{sizes=2}",
        "select_bandwidth{conservative=true}", "select_bandwidth{repeats=1}",
        "select_bandwidth{method=\"cross_validation\", sizes=2, conservative=true}"}) {
    INFO(wrong);
    CHECK_THROWS_AS(evaluator_of(wrong), SpecErrors);
  }
}

TEST_CASE("select_bandwidth: remarks") {
  const Setting setting;
  Trial trial = setting.trial_for("lin_ucb{alpha=1, lambda=1}");
  const auto said = [&](const std::string& text, Trial of) {
    const auto evaluator = evaluator_of(text);
    const auto rows = rows_of(*evaluator, of);
    std::string all;
    for (const auto& sentence : evaluator->remarks(*of.log(), of.agent(), rows[0])) {
      all += sentence + "\n";
    }
    return all;
  };
  const auto has = [](const std::string& all, const std::string& part) {
    return all.find(part) != std::string::npos;
  };
  const std::string twin = said(method("twin"), trial);
  CHECK(has(twin, "the chosen jitter is C = "));
  CHECK(has(twin, "acceptance "));
  CHECK_FALSE(has(twin, "the best candidate is"));
  CHECK(has(said("select_bandwidth{candidates=[0, 15], repeats=4, resamples=1}", trial),
            "the best candidate is the largest, 15"));
  CHECK(has(said("select_bandwidth{candidates=[300, 400], repeats=4, resamples=1}", trial),
            "the best candidate is the smallest, 300"));
  CHECK(has(said(method("cross_validation"), trial), "60 records and carried over to 660"));
  CHECK(
      has(said(method("entangled"), setting.trial_for("ucb")), "the choice is uncertain: 3 other"));
  CHECK(has(said(method("twin"), setting.trial_for("ucb")), "no jitter is best"));
  CHECK_FALSE(has(said(method("entangled"), setting.trial_for("ucb")), "warning"));
}

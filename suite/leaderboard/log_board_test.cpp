#include "suite/leaderboard/log_board.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/stream/stream.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;

namespace {

// Arms of Bernoulli rewards, logged by these chances.
struct Arms {
  std::vector<double> means{.2, .2, .7};
  std::vector<double> chances{1. / 3, 1. / 3, 1. / 3};
  std::size_t records = 1500;
  std::uint64_t seed = 505;
};

InputLog log_of(const Arms& arms) {
  auto log = std::make_shared<Log>();
  log->action_count = static_cast<Action>(arms.means.size());
  for (std::size_t t = 0; t < arms.records; ++t) {
    Draws draws({arms.seed}, t);
    const double u = draws.uniform();
    Action a = 0;
    for (double sum = arms.chances[0]; u >= sum && a + 1 < log->action_count;) {
      sum += arms.chances[++a];
    }
    log->actions.push_back(a);
    log->propensities.push_back(arms.chances[a]);
    log->rewards.push_back(draws.uniform() < arms.means[a] ? 1 : 0);
  }
  log->check();
  InputLog input;
  input.log = std::move(log);
  return input;
}

using Texts = std::vector<std::string>;

LogBoard board_of(const InputLog& input, const Texts& texts, LogBoardOptions options = {}) {
  return make_log_board(input, competitors_for(*input.log, texts), options);
}

const LogEntry& entry_of(const LogBoard& board, const std::string& text) {
  for (const LogEntry& entry : board.entries) {
    if (entry.algorithm.starts_with(text)) return entry;
  }
  throw std::logic_error("no entry " + text);
}

const Texts fixed{"fixed_action{action=0}", "fixed_action{action=1}", "fixed_action{action=2}"};

}  // namespace

TEST_CASE("log board: the best action is first, and others are excluded") {
  const InputLog input = log_of({});
  const LogBoard board = board_of(input, fixed);
  CHECK(board.evaluator == "replay");
  CHECK(board.entries.front().algorithm == fixed[2]);
  CHECK(board.entries.front().rank == 1);
  CHECK(board.entries.front().may_be_best);
  CHECK(board.settings == 3);
  CHECK(board.level == Approx(0.95));
  CHECK(board.ranked() == 3);
  for (const LogEntry* other : {&entry_of(board, fixed[0]), &entry_of(board, fixed[1])}) {
    CHECK_FALSE(other->may_be_best);
    CHECK(other->behind.estimate.value ==
          Approx(board.entries.front().evaluation->estimate - other->evaluation->estimate));
    CHECK(other->behind.estimate.low > 0);
  }
  CHECK_THAT(answer_of(board), Contains("take fixed_action{action=2}: mean reward 0.6"));
  REQUIRE(board.held_out);
  CHECK(board.held_out->algorithm == fixed[2]);
  CHECK(board.held_out->judged.estimate == Approx(.7).margin(.1));
  CHECK(board.held_out->lift.absolute.estimate.low > 0);
}

TEST_CASE("log board: the level of differences is that of all settings that were tried") {
  const InputLog input = log_of({});
  const LogBoard board = board_of(input, {"ucb", "epsilon_greedy{epsilon=0.25}", "uniform_random"});
  const std::size_t values = tuning_values({"ucb", entry_of(board, "ucb").component, false}).size();
  // The text of the entry gives the parameter, so that it is not tuned again.
  CHECK(values == 0);
  const auto competitors = competitors_for(*input.log, {"ucb"});
  const std::size_t tried = tuning_values(competitors.all.front()).size();
  CHECK(tried > 1);
  CHECK(board.settings == tried + 2);
  CHECK(board.level == Approx(1 - 0.1 / static_cast<double>(tried + 1)));
  CHECK(board.tuner == "t_bred{resamples=100}");
  CHECK(entry_of(board, "ucb").parameter == "alpha");
  CHECK(entry_of(board, "epsilon_greedy").parameter.empty());
  CHECK(entry_of(board, "epsilon_greedy").algorithm == "epsilon_greedy{epsilon=0.25}");
  const auto wider = paired_difference(*board.entries.front().evaluation,
                                       *entry_of(board, "uniform_random").evaluation, {});
  const auto& behind = entry_of(board, "uniform_random").behind.estimate;
  CHECK(behind.low < wider.estimate.low);
  CHECK(behind.high > wider.estimate.high);
}

TEST_CASE("log board: the best is seldom excluded, and the worse often") {
  // The means of all but the last are equal, so that each of them is the best; each is excluded in 5% of the logs at most.
  constexpr int logs = 200;
  std::vector<int> excluded(4, 0);
  for (int i = 0; i < logs; ++i) {
    const InputLog input = log_of({.means = {.5, .5, .5, .2},
                                   .chances = {.25, .25, .25, .25},
                                   .records = 800,
                                   .seed = 1000 + static_cast<std::uint64_t>(i)});
    Texts texts = fixed;
    texts.emplace_back("fixed_action{action=3}");
    const LogBoard board = board_of(input, texts);
    for (std::size_t a = 0; a < texts.size(); ++a) {
      excluded[a] += !entry_of(board, texts[a]).may_be_best;
    }
  }
  // Four standard errors above 5% of 200 logs.
  for (std::size_t a = 0; a < 3; ++a) CHECK(excluded[a] <= 10 + 4 * std::sqrt(200 * .05 * .95));
  CHECK(excluded[3] > 190);
}

TEST_CASE("log board: a skewed log is tuned by importance and ranked by thinning") {
  const InputLog input = log_of({.chances = {.6, .2, .2}});
  const LogBoard board = board_of(input, {"ucb", "uniform_random"});
  CHECK(board.evaluator == "replay_thinned");
  CHECK_THAT(board.because, Contains("not uniform"));
  CHECK(board.tuner.starts_with("importance_t_bred{resamples="));
  CHECK(board.entries.front().algorithm.starts_with("ucb{alpha="));
  const LogBoard far =
      board_of(log_of({.chances = {.98, .01, .01}, .records = 400}), {"ucb", "uniform_random"});
  CHECK(far.ranked() == 0);
  CHECK_THAT(in_style(warnings_of(far).back(), OptionStyle::command_line),
             Contains("--evaluator 'importance_bred{resamples=5}' uses all"));
}

TEST_CASE("log board: the same for any number of jobs") {
  const InputLog input = log_of({.records = 600});
  const Texts texts{"ucb", "thompson_sampling", "epsilon_greedy", "uniform_random"};
  Texts results;
  for (const std::size_t jobs : {1, 3}) {
    LogBoardOptions options;
    options.evaluation.jobs = jobs;
    results.push_back(
        log_board_json(board_of(input, texts, options), OptionStyle::command_line).dump());
  }
  CHECK(results[0] == results[1]);
}

TEST_CASE("log board: clusters stay in one half") {
  InputLog input = log_of({});
  for (std::uint32_t i = 0; i < input.log->size(); ++i) input.clusters.push_back(i / 10);
  const LogBoard board = board_of(input, fixed);
  REQUIRE(board.held_out);
  CHECK(board.held_out->judged.records % 10 == 0);
  CHECK(board.held_out->judged.records > 500);
  CHECK(board.held_out->judged.records < 1000);
  CHECK_THAT(entry_of(board, fixed[0]).behind.method, Contains("paired by cluster"));
}

TEST_CASE("log board: an evaluator without influences needs resamples") {
  const InputLog input = log_of({.records = 400});
  LogBoardOptions options;
  options.evaluator = "bred{resamples=1}";
  const Texts texts{"epsilon_greedy{epsilon=0.1}", "uniform_random"};
  const LogBoard resampled = board_of(input, texts, options);
  CHECK(resampled.because == "it was asked for");
  const LogEntry& last = resampled.entries.back();
  CHECK(last.behind.method == "Student's t, from the paired bootstrap of 40 resamples");
  CHECK_FALSE(last.may_be_best);
  const statistics::IntervalEstimate& behind = last.behind.estimate;
  CHECK(behind.high - behind.value == Approx(behind.value - behind.low));
  options.bootstrap = 0;
  const LogBoard untested = board_of(input, texts, options);
  CHECK(untested.entries.back().may_be_best);
  CHECK_THAT(explanations_of(untested).front().second, Contains("the order was not tested"));
}

TEST_CASE("log board: a rehearsal needs an algorithm that learns") {
  LogBoardOptions options;
  options.twins = 20;
  const LogBoard board = board_of(log_of({.records = 300}), fixed, options);
  CHECK(board.notes.back() == "the rehearsal chose no evaluator: no ranked algorithm learns");
}

TEST_CASE("log board: small and odd logs have an answer in words") {
  const LogBoard small = board_of(log_of({.records = 50}), {"ucb", "uniform_random"});
  CHECK(small.ranked() == 0);
  CHECK(small.tuner.empty());
  CHECK_THAT(answer_of(small), Contains("no algorithm can be ranked on this log: "));
  CHECK_THAT(small.notes.front(), Contains("records are too few"));
  CHECK(unranked_by_reason(small).size() >= 1);
  const LogBoard one_action =
      board_of(log_of({.means = {.5}, .chances = {1}}), {"ucb", "uniform_random"});
  CHECK_THAT(one_action.notes.front(), Contains("one action"));
  CHECK(one_action.entries[1].rank == 1);  // a shared rank
  CHECK_THAT(answer_of(one_action), Contains("no test tells it from any other"));
  InputLog segments = log_of({});
  segments.segment_names = {"a"};
  CHECK_THROWS_WITH(board_of(segments, fixed), Contains("of the whole log"));
  CHECK_THROWS_WITH(board_of(log_of({.records = 0}), fixed), Contains("no record"));
  CHECK_THROWS_AS(board_of(log_of({}), {"no_such"}), SpecErrors);
  LogBoardOptions options;
  options.evaluator = "no_such";
  CHECK_THROWS_AS(board_of(log_of({}), fixed, options), SpecErrors);
}

TEST_CASE("log board: target policies compete under evaluators of fixed policies") {
  InputLog input = log_of({});
  auto log = std::make_shared<Log>(*input.log);
  TargetPolicy target{"pi", {}, {}};
  for (const Action action : log->actions) {
    for (Action a = 0; a < 3; ++a) target.all.push_back(a == 2 ? .8 : .1);
    target.logged.push_back(action == 2 ? .8 : .1);
  }
  log->targets.push_back(std::move(target));
  log->check();
  input.log = log;
  for (const char* evaluator : {"snips", "ips", "dr"}) {
    const LogBoard board =
        board_of(input, {"ucb", "fixed_action{action=0}"}, {.evaluator = evaluator});
    CHECK(board.ranked() == 2);
    CHECK(board.entries.front().algorithm == "pi");
    CHECK(board.entries.front().evaluation->estimate == Approx(.6).margin(.05));
    CHECK_FALSE(board.entries.front().cost.state_bytes);
    CHECK_THAT(entry_of(board, "ucb").unranked, Contains("the algorithm learns"));
  }
  for (const char* evaluator : {"replay", "red_inf", "importance_t_bred{resamples=5}"}) {
    const LogBoard board = board_of(input, {"fixed_action{action=0}"}, {.evaluator = evaluator});
    CHECK(board.ranked() == 1);
    CHECK_THAT(entry_of(board, "pi").unranked, Contains("cannot be asked to choose"));
  }
}

TEST_CASE("log board: a numerical failure excludes a setting, and of all settings the algorithm") {
  // With one feature of this size, gamma times the squared norm of a context is 10 times its limit.
  const auto log_with = [](double feature) {
    InputLog input = log_of({.records = 3000});
    auto log = std::make_shared<Log>(*input.log);
    log->dimension = 1;
    log->contexts.assign(log->size(), feature);
    input.log = log;
    return input;
  };
  LogBoardOptions options;
  options.timings = true;
  const LogBoard board = board_of(log_with(50), {"perceptron_ucb{gamma=0.01}", "ucb"}, options);
  CHECK(board.ranked() == 1);
  CHECK(board.entries.front().algorithm.starts_with("ucb{alpha="));
  const LogEntry& broken = entry_of(board, "perceptron_ucb");
  CHECK(broken.algorithm == "perceptron_ucb{gamma=0.01}");
  CHECK_THAT(broken.unranked,
             Contains("broke down with all its settings") && Contains("the weights exploded"));
  // A single setting that the user chose.
  const LogBoard chosen = board_of(log_with(50), {"perceptron_ucb{alpha=1, gamma=0.01}", "ucb"});
  CHECK_THAT(entry_of(chosen, "perceptron_ucb").unranked, Contains("the weights exploded"));
  CHECK(board_of(log_with(1), {"perceptron_ucb{gamma=0.01}", "ucb"}).ranked() == 2);
}

TEST_CASE("log board: by default every algorithm competes that plays on a log alone") {
  const Competitors competitors = competitors_for(*log_of({}).log, {});
  const auto has = [](const auto& list, const std::string& text) {
    return std::any_of(list.begin(), list.end(), [&](const auto& of) { return of.text == text; });
  };
  for (const char* name : {"ucb", "lin_ucb", "uniform_random", "neural_network"}) {
    CHECK(has(competitors.all, name));
  }
  for (const char* name : {"best_policy", "random_forest", "first_context", "given_policy"}) {
    CHECK(has(competitors.absent, name));
    CHECK_FALSE(has(competitors.all, name));
  }
}

TEST_CASE("log board: table, JSON and page say the same") {
  LogBoardOptions options;
  options.timings = true;
  options.evaluation.log_name = "a<b.csv";
  const LogBoard board = board_of(log_of({}), {"ucb", "epsilon_greedy", "given_policy"}, options);
  const Table table = log_board_table(board);
  CHECK(table.rows() == 3);
  CHECK(std::get<TextColumn>(table.column("algorithm"))[0] == board.entries[0].algorithm);
  CHECK(std::get<NumberColumn>(table.column("choose_ns"))[0] > 0);
  CHECK(std::isnan(std::get<NumberColumn>(table.column("rank"))[2]));
  const auto json = log_board_json(board, OptionStyle::command_line);
  CHECK(json["answer"] == answer_of(board));
  CHECK(json["algorithms"].size() == 2);
  CHECK(json["algorithms"][0]["estimate"]["value"] ==
        std::get<NumberColumn>(table.column("estimate"))[0]);
  CHECK(json["unranked"][0]["algorithms"] == "given_policy");
  const std::string page = log_board_page(
      board, {.command = "replaybench leaderboard", .version = "1", .log_digest = "abc"},
      OptionStyle::command_line);
  CHECK_THAT(page, Contains("a&lt;b.csv") && Contains(board.entries[0].algorithm) &&
                       Contains("<code>abc</code>") && Contains("given_policy – "));
}

#include "suite/evaluate/dataset_log.hpp"

#include <atomic>

#include "suite/component/write_log.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Contains;

namespace {

// Looks at the count, as a display does.
struct Looking {
  static constexpr bool learns = false;
  std::vector<std::uint64_t>* seen;
  Action choose(const Context&, const ActionSet&, Draws&) const {
    if (seen->empty() || seen->back() != *passed_records) seen->push_back(*passed_records);
    return 0;
  }
  void update(const Context&, Action, double) {}
};

}  // namespace

TEST_CASE("dataset_log: a simulator's log is that of a study's first replicate") {
  const DatasetLog found =
      open_dataset_log("bernoulli_arms{arms=4}", {.records = 300, .logging = {}, .seed = 7});
  CHECK(found.name.starts_with("bernoulli_arms{arms=4"));
  CHECK(found.input.generated == "in a simulator, by uniform_random{}, seed 7");
  CHECK(found.input.lines == 300);

  // The addresses of a study's streams, written out: they must never change.
  std::vector<SpecProblem> problems;
  const auto dataset =
      find_component("bernoulli_arms{arms=4}", {}, datasets_table(), "data set", problems);
  const auto uniform =
      find_component("uniform_random", {}, algorithms_table(), "algorithm", problems);
  const auto key = [&](std::string_view purpose, std::string_view owner = {}) {
    return replicate_key(derive_key(7, purpose, dataset->identity(), owner), 0);
  };
  const auto environment =
      dataset->description->make(dataset->parameters)->environment(key("model"), key("log"));
  Problem problem;
  problem.action_count = environment->action_count();
  problem.dimension = environment->dimension();
  const Log expected = write_log(*environment, make_agent(*uniform, problem), 300,
                                 key("logging", uniform->identity()));
  const Log& log = *found.input.log;
  CHECK(log.actions == expected.actions);
  CHECK(log.rewards == expected.rewards);
  CHECK(log.propensities == expected.propensities);
}

TEST_CASE("dataset_log: the records that a simulator writes are counted piece by piece") {
  std::vector<std::uint64_t> seen;
  std::atomic<std::uint64_t> written = 0;
  const CountScope counting(&written);
  const auto dataset = dataset_of("bernoulli_arms");
  trial_of(*dataset, Agent(Always{}), 40'000, 0, Agent(Looking{&seen})).log();
  CHECK(seen == std::vector<std::uint64_t>{0, 16'384, 32'768});
  CHECK(written == 40'000);
  // Written in pieces, as for evaluators that need no whole log.
  trial_of(*dataset, Agent(Always{}), 40'000).for_each_chunk(9'000, 1, [](const Log&) {});
  CHECK(written == 80'000);
  open_dataset_log("bernoulli_arms", {.records = 20'000, .logging = {}, .seed = 1});
  CHECK(written == 100'000);
}

TEST_CASE("dataset_log: another policy writes the log; another seed gives another") {
  const auto skewed = open_dataset_log(
      "bernoulli_arms{arms=2}", {.records = 50, .logging = "fixed_action{action=1}", .seed = 1});
  for (const Action action : skewed.input.log->actions) CHECK(action == 1);
  const auto of_seed = [](std::uint64_t seed) {
    return open_dataset_log("bernoulli_arms", {.records = 200, .logging = {}, .seed = seed})
        .input.log->actions;
  };
  CHECK(of_seed(1) == of_seed(1));
  CHECK(of_seed(1) != of_seed(2));
}

TEST_CASE("dataset_log: a file's log, whole or its first records, with the data set's warnings") {
  const TemporaryFolder folder;
  const auto file = folder.write("log.csv", "action,reward,colour\na,1,x\nb,0,y\na,0,z\n");
  const std::string text = "log{path=\"" + file.string() + "\"}";
  const auto whole = open_dataset_log(text, {});
  CHECK(whole.input.log->size() == 3);
  CHECK(whole.input.generated.empty());
  // The reader's report, as of a file that is named itself.
  CHECK(whole.input.warnings.empty());
  CHECK(whole.input.ignored_columns == std::vector<std::string>{"colour"});
  CHECK(whole.input.lines == 3);
  CHECK(whole.input.has_intercept);
  const auto part =
      open_dataset_log("log{path=\"" + file.string() + "\", cluster=action, by=colour}",
                       {.records = 2, .logging = {}, .seed = 1});
  CHECK(part.input.log->rewards == std::vector<double>{1, 0});
  CHECK(part.input.clusters == std::vector<std::uint32_t>{0, 1});
  CHECK(part.input.segments == std::vector<std::uint32_t>{0, 1});

  CHECK_THROWS_WITH(open_dataset_log(text, {.records = 4, .logging = {}, .seed = 1}),
                    Contains("records: 4 records of log") && Contains("which has 3"));
  CHECK_THROWS_WITH(open_dataset_log(text, {.records = 0, .logging = "uniform_random", .seed = 1}),
                    Contains("is a log already: no policy writes it"));
  CHECK_THROWS_AS(open_dataset_log("log{path=\"/no/such/file\"}", {}), FileError);
}

TEST_CASE("dataset_log: what has no log is said") {
  const auto refuse = [](const char* dataset, const DatasetLogOptions& options,
                         const auto& matcher) {
    INFO(dataset);
    CHECK_THROWS_AS(open_dataset_log(dataset, options), SpecErrors);
    CHECK_THROWS_WITH(open_dataset_log(dataset, options), matcher);
  };
  refuse("bernoulli_arms", {}, Contains("is a simulator") && Contains("records says how many"));
  refuse("bernoulli_arm", {.records = 5, .logging = {}, .seed = 1},
         Contains("did you mean \"bernoulli_arms\"?"));
  refuse("bernoulli_arms", {.records = 5, .logging = "unifrm", .seed = 1},
         Contains("logging:") && Contains("unknown algorithm"));
  refuse("bernoulli_arms", {.records = 5, .logging = "ucb", .seed = 1},
         Contains("learns; a logging policy must not change"));
  refuse("r6b_like{scale=0.0001}", {.records = 1'000'000, .logging = {}, .seed = 1},
         Contains("records: 1000000 records of r6b_like") && Contains("steps"));
}

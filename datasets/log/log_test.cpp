#include <string>
#include <thread>

#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("log: reads a file once, for all threads") {
  const std::string content = "action,reward,propensity,x_a\nred,1,0.5,2\nblue,0,0.25,-1\n";
  const TemporaryFolder folder;
  const std::string path = folder.write("log.csv", content).string();
  const auto dataset = dataset_of("log{path=\"" + path + "\"}");
  CHECK(dataset->environment({1}, {2}) == nullptr);
  std::shared_ptr<const Log> logs[4];
  {
    std::vector<std::jthread> threads;
    for (auto& log : logs) threads.emplace_back([&] { log = dataset->log(); });
  }
  for (const auto& log : logs) CHECK(log == logs[0]);
  const Log& log = *logs[0];
  log.check();
  CHECK(log.action_count == 2);
  CHECK(log.dimension == 2);
  CHECK(log.contexts == std::vector<double>{2, 1, -1, 1});
  CHECK(log.rewards == std::vector<double>{1, 0});
  CHECK(log.propensities == std::vector<double>{0.5, 0.25});
  CHECK(dataset->content_digest() == sha256_hex(content));
  CHECK(dataset->warnings().empty());
}

TEST_CASE("log: warns of what was left out") {
  const TemporaryFolder folder;
  const auto file = folder.write("log.csv", "action,reward,colour\na,1,x\nb,oops,y\n");
  const std::string path = "path=\"" + file.string() + "\"";
  CHECK_THROWS_AS(dataset_of("log{" + path + "}")->log(), DataError);
  const auto dataset = dataset_of("log{" + path + ", skip_bad_lines=true, intercept=false}");
  CHECK(dataset->log()->size() == 1);
  CHECK(dataset->log()->dimension == 0);
  const auto warnings = dataset->warnings();
  REQUIRE(warnings.size() == 3);
  CHECK(warnings[0].find("1 of 2 lines") != std::string::npos);
  CHECK(warnings[0].find("line 3") != std::string::npos);
  CHECK(warnings[1].find("colour") != std::string::npos);
  CHECK(warnings[2].find("propensity") != std::string::npos);
}

TEST_CASE("log: a study has the options of evaluate") {
  const TemporaryFolder folder;
  const auto file =
      folder.write("log.csv",
                   "item;click;ps;site;user;x_a\nred;1;0.5;de;u1;2\nblue;0;0.25;fr;u2;-1\n"
                   "red;NA;0.5;de;u1;4\n");
  const std::string path = "path=\"" + file.string() + "\"";
  const auto dataset =
      dataset_of("log{" + path +
                 ", separator=';', columns=[\"action=item\", \"reward=click\", 'propensity=ps'], "
                 "categorical=site, cluster=user, missing_reward=zero}");
  const Log& log = *dataset->log();
  CHECK(log.action_names == std::vector<std::string>{"blue", "red"});
  CHECK(log.rewards == std::vector<double>{1, 0, 0});
  CHECK(log.propensities == std::vector<double>{0.5, 0.25, 0.5});
  CHECK(log.feature_names == std::vector<std::string>{"x_a", "site=de", "site=fr", "intercept"});
  REQUIRE(dataset->report());
  CHECK(dataset->report()->clusters == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(dataset->report()->ignored_columns.empty());
}

TEST_CASE("log: its text has what was asked for, in one form; csv_log is another name of it") {
  const auto canonical = [](const std::string& text) {
    std::vector<SpecProblem> problems;
    const auto found = find_component(text, {}, datasets_table(), "data set", problems);
    REQUIRE(found);
    return found->identity();
  };
  CHECK(canonical("log{path=\"a.csv\"}") == "log#1{path=\"a.csv\"}");
  CHECK(canonical("csv_log{path='a.csv', intercept=true, skip_bad_lines=true}") ==
        "log#1{path=\"a.csv\", skip_bad_lines=true}");
  CHECK(canonical("log{path=a, separator='\\t', columns=['reward=r', 'action=a']}") ==
        canonical("log{path=a, separator=tab, columns=['action=a', 'reward=r']}"));
}

TEST_CASE("log: errors name parameters, everything wrong at once") {
  std::vector<SpecProblem> problems;
  find_component(
      "log{path=a, columns=[action, 'reward=x', 'reward=y'], hashed=site, separator=';;', "
      "missing_reward=skip, input_format=paket}",
      {}, datasets_table(), "data set", problems);
  REQUIRE(problems.empty() == false);
  CHECK(problems[0].message.find("list") != std::string::npos);  // action is no quoted text
  problems.clear();
  find_component(
      "log{path=a, columns=['action', 'reward=x', 'reward=y'], hashed=site, separator=';;', "
      "missing_reward=skip, input_format=parquett, max_actions=0}",
      {"study.toml", 7, 1}, datasets_table(), "data set", problems);
  std::string all;
  for (const SpecProblem& problem : problems) all += problem.text() + "\n";
  CHECK(all ==
        "study.toml:7:21: parameter \"columns\" of log: \"action\" is not ROLE=COLUMN, such as "
        "action=item_id\n"
        "study.toml:7:21: parameter \"columns\" of log: \"reward\" is given two columns\n"
        "study.toml:7:64: parameter \"hashed\" of log: \"site\" is not COLUMN:BUCKETS, such as "
        "user_agent:64\n"
        "study.toml:7:80: parameter \"separator\" of log: \";;\" is not one character; allowed: a "
        "character such as ';', or tab\n"
        "study.toml:7:101: parameter \"missing_reward\" of log: \"skip\" is not one of refuse | "
        "zero | "
        "drop\n"
        "study.toml:7:120: parameter \"input_format\" of log: unknown format \"parquett\" (did you "
        "mean "
        "\"parquet\"?)\n"
        "study.toml:7:142: parameter \"max_actions\" of log: 0 is outside [1, 4000000000]\n");

  const TemporaryFolder folder;
  const auto file = folder.write("log.csv", "item,click\nred,1\n");
  const auto message = [&](const std::string& more) -> std::string {
    try {
      dataset_of("log{path=\"" + file.string() + "\"" + more + "}")->log();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message("").find("columns=[\"action=item\"") != std::string::npos);
  CHECK(message("").find("--") == std::string::npos);
  CHECK(message(", columns=['action=item', 'reward=clicks']").find("did you mean \"click\"") !=
        std::string::npos);
}

TEST_CASE("log: a missing path is the user's error, a missing file the environment's") {
  CHECK_THROWS_AS(dataset_of("log"), SpecErrors);
  const auto dataset = dataset_of("log{path=\"/no/such/file.csv\"}");
  CHECK_THROWS_AS(dataset->log(), FileError);
  CHECK_THROWS_AS(dataset->content_digest(), FileError);
}

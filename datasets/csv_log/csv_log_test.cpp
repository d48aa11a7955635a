#include "datasets/csv_log/csv_log.hpp"

#include <thread>

#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using namespace replaybench::datasets::csv_log;
using namespace replaybench::testing;

TEST_CASE("csv_log: reads a file once, for all threads") {
  const std::string content = "action,reward,propensity,x_a\nred,1,0.5,2\nblue,0,0.25,-1\n";
  const TemporaryFolder folder;
  const std::string path = folder.write("log.csv", content).string();
  const auto dataset = dataset_of("csv_log{path=\"" + path + "\"}");
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

TEST_CASE("csv_log: warns of what was left out") {
  const TemporaryFolder folder;
  const auto file = folder.write("log.csv", "action,reward,colour\na,1,x\nb,oops,y\n");
  const std::string path = "path=\"" + file.string() + "\"";
  CHECK_THROWS_AS(dataset_of("csv_log{" + path + "}")->log(), DataError);
  const auto dataset = dataset_of("csv_log{" + path + ", skip_bad_lines=true, intercept=false}");
  CHECK(dataset->log()->size() == 1);
  CHECK(dataset->log()->dimension == 0);
  const auto warnings = dataset->warnings();
  REQUIRE(warnings.size() == 3);
  CHECK(warnings[0].find("1 of 2 lines") != std::string::npos);
  CHECK(warnings[0].find("line 3") != std::string::npos);
  CHECK(warnings[1].find("colour") != std::string::npos);
  CHECK(warnings[2].find("propensity") != std::string::npos);
}

TEST_CASE("csv_log: a missing path is the user's error, a missing file the environment's") {
  CHECK_THROWS_AS(dataset_of("csv_log"), SpecErrors);
  const auto dataset = dataset_of("csv_log{path=\"/no/such/file.csv\"}");
  CHECK_THROWS_AS(dataset->log(), FileError);
  CHECK_THROWS_AS(dataset->content_digest(), FileError);
}

TEST_CASE(
    "csv_log: its user wrote parameters, so errors and warnings name these in every front end") {
  const TemporaryFolder folder;
  const auto file = folder.write("log.csv", "action,reward,pool\na,1,a|b\nb,0,b a\n");
  const std::string path = "path=\"" + file.string() + "\"";
  const std::string said = message_of<DataError>(
      [&] { dataset_of("csv_log{" + path + "}")->log(); });  // in flags' style
  CHECK(said.find("then give pool_separator=\"|\"") != std::string::npos);
  CHECK(said.find("use skip_bad_lines=true to leave them out") != std::string::npos);
  const auto dataset = dataset_of("csv_log{" + path + ", skip_bad_lines=true}");
  CHECK(dataset->warnings()[0].find("then give pool_separator=\"|\"") != std::string::npos);
}

#include "datasets/classification/classification.hpp"

#include <cstdlib>
#include <optional>

#include "suite/catalogue/data_folder.hpp"
#include "suite/testing/data_variable.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;
using namespace replaybench::datasets::classification;
using namespace replaybench::testing;

namespace {

/// True if the published files are here; says so where they are not.
bool has_data() {
  const char* root = std::getenv("REPLAYBENCH_DATA");
  const bool here =
      root && std::filesystem::exists(std::filesystem::path(root) / known_sets()[0].file().path);
  if (!here) WARN("REPLAYBENCH_DATA is not set: the published files are not tested");
  return here;
}

ClassificationRows rows_of(const std::string& text, const RowFormat& format = {},
                           bool intercept = true) {
  return ClassificationRows::read_text(text, "made_up.csv", format, intercept);
}

std::string complaint(const std::string& text, const RowFormat& format = {}) {
  return message_of<DataError>([&] { rows_of(text, format); });
}

}  // namespace

TEST_CASE("classification: every set is a file of the manifest") {
  CHECK(known_sets().size() == manifest_of("classification").files.size());
  for (const auto& set : known_sets()) {
    CHECK(set.file().path == "uci/" + std::string(set.name) + ".csv");
    CHECK(set.file().sha256.size() == 64);
  }
}

TEST_CASE("classification: rows by hand: standardised features, classes in order") {
  // x: 1, 3, 1, 3 has mean 2 and deviation 1; y is constant; numbers sort by value, not by letters.
  const auto rows = rows_of("x,y,class\n1,5,10\n3,5,9\n1,5,10\n3,5,9\n");
  CHECK(rows.size() == 4);
  CHECK(rows.dimension() == 3);
  CHECK(rows.class_names() == std::vector<std::string>{"9", "10"});
  const auto values = [&](std::size_t row) {
    const auto features = rows.features(row);
    return std::vector<double>(features.begin(), features.end());
  };
  CHECK(values(0) == std::vector<double>{-1, 0, 1});
  CHECK(values(1) == std::vector<double>{1, 0, 1});
  CHECK(rows.label(0) == 1);
  CHECK(rows.label(1) == 0);
  CHECK(rows.hidden_class(0)[0] == 1);

  const auto letters =
      rows_of(".,.,.,.\n1,B,0,7\n2,A,4,7\n", {.skipped = 1, .class_first = true}, false);
  CHECK(letters.class_names() == std::vector<std::string>{"A", "B"});
  CHECK(letters.dimension() == 2);
  CHECK(letters.label(0) == 1);
  CHECK(letters.features(0)[0] == -1);
  CHECK(letters.features(1)[0] == 1);
}

TEST_CASE("classification: shares of the classes among rows that are alike") {
  const auto rows = rows_of("x,c\n1,a\n2,b\n1,a\n1,b\n5,b\n");
  const auto share = [&](std::size_t row, std::uint32_t label) {
    return rows.share(rows.features(row), label);
  };
  CHECK(share(0, 0) == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(share(3, 1) == Approx(1.0 / 3).epsilon(1e-15));
  CHECK(share(1, 1) == 1);
  CHECK(share(4, 0) == 0);
  const std::vector<double> nowhere{0.123, 1};
  CHECK(rows.share(nowhere, 0) == 0);
}

TEST_CASE("classification: what cannot be read is reported with its line") {
  CHECK(complaint("") == "made_up.csv: empty");
  CHECK(complaint("x,c\n1,a\n1,2,b\n") == "made_up.csv:3: 3 fields, the header has 2");
  CHECK(complaint("x,c\n1,a\none,b\n") == "made_up.csv:3: column 1: \"one\" is not a number");
  CHECK(complaint("x,c\n1,a\ninf,b\n").find("made_up.csv:3: column 1") == 0);
  CHECK(complaint("x,c\n1,a\n2,\n") == "made_up.csv:3: the class is empty");
  CHECK(complaint("x,c\n1,a\n2,a\n") == "made_up.csv: 1 class; at least 2 are needed");
  CHECK(complaint("x,c\n") == "made_up.csv: 0 classes; at least 2 are needed");
  CHECK(complaint("c\na\nb\n").find("made_up.csv:1: a class and at least one feature") == 0);
  CHECK(complaint("x,c\n1,\"a\n2,b\n").find("made_up.csv:2: ") == 0);
}

TEST_CASE("classification: an environment pays for the class alone") {
  const auto rows =
      std::make_shared<const ClassificationRows>(rows_of("x,c\n1,a\n2,b\n3,c\n3,c\n"));
  ClassificationEnvironment environment(rows, {4});
  REQUIRE(environment.action_count() == 3);
  REQUIRE(environment.dimension() == 2);
  constexpr int steps = 20'000;
  double drawn[3] = {};
  for (int t = 0; t < steps; ++t) {
    environment.observe(t);
    double sum = 0;
    for (Action a = 0; a < 3; ++a) {
      const double reward = environment.reward(a);
      sum += reward;
      drawn[a] += reward;
      CHECK(environment.expected_reward(environment.context(), a, Knowledge::full) == reward);
      CHECK(environment.expected_reward(environment.context(), a, Knowledge::posterior) == reward);
    }
    CHECK(sum == 1);
  }
  // Rows are drawn uniformly: a quarter, a quarter, a half.
  require_near(drawn[0] / steps, 0.25, std::sqrt(0.25 * 0.75 / steps));
  require_near(drawn[2] / steps, 0.5, std::sqrt(0.25 / steps));
  CHECK_THROWS_AS(environment.expected_reward(Context(rows->features(0)), 0, Knowledge::full),
                  std::logic_error);
}

TEST_CASE("classification: without its file, and with another one") {
  TemporaryFolder folder;
  const auto reason = [] {
    const auto dataset = dataset_of("classification{set=\"satimage\"}");
    return message_of<FileError>([&] { dataset->environment({1}, {2}); });
  };
  {
    const DataVariable none(std::nullopt);
    CHECK(reason().find("REPLAYBENCH_DATA is not set") != std::string::npos);
  }
  const DataVariable here(folder.path().string());
  CHECK(reason().find("cannot read") != std::string::npos);
  folder.write("uci/satimage.csv", "x,c\n1,a\n2,b\n");
  CHECK(reason().find("is not the file of the manifest") != std::string::npos);
  CHECK_THROWS_AS(dataset_of("classification{set=\"iris\"}"), SpecErrors);
}

TEST_CASE("classification: the published files") {
  if (!has_data()) return;
  for (const auto& set : known_sets()) {
    const std::string name(set.name);
    INFO(name);
    const Facts& facts = set.file().facts;
    const auto fact = [&](const std::string& key) {
      const auto found = std::find_if(facts.begin(), facts.end(),
                                      [&](const auto& pair) { return pair.first == key; });
      REQUIRE(found != facts.end());
      return static_cast<std::size_t>(std::stoul(found->second));
    };
    const auto rows =
        ClassificationRows::read_file(*data_folder() / set.file().path, set.format, true);
    CHECK(rows.size() == fact("rows"));
    CHECK(rows.classes() == fact("classes"));
    CHECK(rows.dimension() == fact("columns") - set.format.skipped);
    const auto dataset = dataset_of("classification{set=\"" + name + "\"}");
    CHECK(dataset->content_digest() == set.file().sha256);
    CHECK(dataset->log() == nullptr);
    CHECK_FALSE(dataset->warnings().empty());
    require_steps_are_addresses(*dataset);
    // Rows that are alike have one class, in all four sets.
    for (std::size_t row = 0; row < rows.size(); ++row) {
      REQUIRE(rows.share(rows.features(row), rows.label(row)) == 1);
    }
  }
}

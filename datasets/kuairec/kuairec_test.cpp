#include "datasets/kuairec/kuairec.hpp"

#include "suite/testing/any_bytes.hpp"
#include "suite/testing/data_variable.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;
using namespace replaybench::datasets::kuairec;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

const std::string header =
    "user_id,video_id,play_duration,video_duration,time,date,timestamp,watch_ratio\n";

std::string row(std::size_t user, std::size_t video, const std::string& ratio) {
  return std::to_string(user) + "," + std::to_string(video) + ",4381,6067,,,," + ratio + "\n";
}

std::string complaint(const std::string& text) {
  return message_of<DataError>([&] { Answers::read(text, "m.csv"); });
}

}  // namespace

TEST_CASE("kuairec: a matrix by hand") {
  const std::string text = header + row(9, 30, "2") + row(3, 30, "1.99") + row(3, 4, "2.5") +
                           row(100, 4, "0") + row(100, 30, "7");
  const Answers answers = Answers::read(text, "m.csv");
  CHECK(answers.users() == 3);
  CHECK(answers.videos() == 2);
  CHECK_FALSE(answers.is_full());
  CHECK(answers(0, 0) == 1);
  CHECK(answers(0, 1) == 0);
  CHECK(answers(1, 0) == Answers::unknown);
  CHECK(answers(1, 1) == 1);
  CHECK(answers(2, 0) == 0);
  CHECK(answers(2, 1) == 1);
  CHECK(answers.pool(1).size() == 1);
  CHECK(answers.pool(1)[0] == 1);
  CHECK(answers.mean(0) == 0.5);
  CHECK(answers.mean(1) == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(Answers::read(text, "m", {.threshold = 3})(0, 0) == 0);
  // The first video alone: user 9 never saw it, and is gone.
  const Answers one = Answers::read(text, "m", {.videos = 1});
  CHECK(one.users() == 2);
  CHECK(one.videos() == 1);
  CHECK(one.is_full());
}

TEST_CASE("kuairec: the world's truth is the matrix") {
  const auto answers = std::make_shared<const Answers>(Answers::read(look_alike(12, 7), "m.csv"));
  KuaiRec shown(answers, true, {5}), hidden(answers, false, {5});
  CHECK(shown.dimension() == 13);
  CHECK(hidden.dimension() == 1);
  std::vector<double> seen(12);
  for (std::uint64_t t = 0; t < 4000; ++t) {
    shown.observe(t);
    hidden.observe(t);
    const auto user = static_cast<std::size_t>(hidden.context().hidden()[0]);
    ++seen[user];
    REQUIRE(shown.context().values()[user] == 1);
    const ActionSet pool = shown.actions();
    for (Action k = 0; k < pool.size(); ++k) {
      const double reward = (*answers)(user, pool[k]);
      REQUIRE(reward >= 0);
      REQUIRE(shown.reward(pool[k]) == reward);
      REQUIRE(hidden.reward(pool[k]) == reward);
      REQUIRE(shown.expected_reward(shown.context(), pool[k], Knowledge::posterior) == reward);
      REQUIRE(hidden.expected_reward(hidden.context(), pool[k], Knowledge::full) == reward);
      REQUIRE(hidden.expected_reward(hidden.context(), pool[k], Knowledge::posterior) ==
              answers->mean(pool[k]));
    }
  }
  for (const double count : seen)
    require_near(count / 4000, 1.0 / 12, std::sqrt(11.0 / 144 / 4000));
}

TEST_CASE("kuairec: a look-alike as a data set") {
  const TemporaryFolder folder;
  folder.write("kuairec/small_matrix.csv.gz", gzip(look_alike(20, 10, true)));
  const DataVariable set(folder.path().string());
  for (const char* text : {"kuairec", "kuairec{user=false}", "kuairec{videos=4}"}) {
    CAPTURE(text);
    const auto dataset = dataset_of(text);
    CHECK(dataset->log() == nullptr);
    CHECK_FALSE(dataset->environment({1}, {2})->has_pools());
    require_steps_are_addresses(*dataset);
    CHECK(dataset->content_digest().size() == 64);
  }
}

TEST_CASE("kuairec: what is not the matrix is refused") {
  CHECK_THAT(complaint("," + look_alike(2, 2)), Contains("m.csv:1: "));
  std::string other = look_alike(2, 2);
  other.replace(other.find("watch_ratio"), 11, "ratio");
  CHECK_THAT(complaint(other), Contains("missing: \"watch_ratio\"; not known: \"ratio\""));
  CHECK_THAT(complaint(header), Contains("no record"));
  CHECK_THAT(complaint(header + row(1, 2, "1") + row(1, 2, "1")),
             Contains("m.csv:3: user 1 and video 2 occur twice"));
  CHECK_THAT(complaint(header + row(1, 2, "-1")), Contains("watch_ratio"));
  CHECK_THAT(complaint(header + row(1, 2, "nan")), Contains("watch_ratio"));
  CHECK_THAT(complaint(header + "x,2,1,1,,,,1\n"), Contains("user_id"));
  // A sparse matrix is no reason to allocate a large one.
  std::string sparse = header;
  for (std::size_t i = 0; i < 40'000; ++i) sparse += row(i, i, "1");
  CHECK_THAT(complaint(sparse), Contains("more than 2^30 pairs"));
  const DataVariable unset(std::nullopt);
  CHECK_THAT(message_of<FileError>([] { dataset_of("kuairec")->environment({1}, {2}); }),
             Contains("REPLAYBENCH_DATA is not set"));
}

TEST_CASE("kuairec: whatever bytes come, answers or a DataError") {
  require_only_data_errors(look_alike(3, 3), {66}, [](const std::string& bytes) {
    const Answers answers = Answers::read(bytes, "m.csv");
    CHECK(answers.users() > 0);
  });
}

#include "suite/store/job_record.hpp"

#include <algorithm>
#include <thread>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

const Job made_up{"node-7", "Some CPU, 4 cores", "1.0 (abc)", "2026-01-31T12:00:00Z", ""};

std::vector<fs::path> records_of(const Store& store) {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(jobs_folder(store))) files.push_back(file.path());
  return files;
}

}  // namespace

TEST_CASE("a record says who computed a cell, and leaves the store alone") {
  const TemporaryFolder folder;
  const Store store(folder.path() / "store");
  const std::string key = Store::key_of("seed 1");
  CHECK(computed_by(store, key).empty());
  {
    JobRecord record(store, made_up);
    CHECK_FALSE(fs::exists(jobs_folder(store)));
    record.note(key, 0.25);
    record.note(Store::key_of("seed 2"), 3);
  }
  JobRecord again(store, {"other", "CPU", "2.0", "2027", "slurm job 17, task 3"});
  again.note(key, 0.5);
  auto found = computed_by(store, key);
  REQUIRE(found.size() == 2);
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  CHECK(found[0].job.host == "node-7");
  CHECK(found[0].job.cpu == "Some CPU, 4 cores");
  CHECK(found[0].job.build == "1.0 (abc)");
  CHECK(found[0].job.started == "2026-01-31T12:00:00Z");
  CHECK(found[0].job.scheduler.empty());
  CHECK(found[0].seconds == 0.25);
  CHECK(found[1].job.host == "other");
  CHECK(found[1].job.scheduler == "slurm job 17, task 3");
  CHECK(records_of(store).size() == 2);
  CHECK(fs::is_empty(store.root()));
}

TEST_CASE("this process has a host, a CPU and a time") {
  const Job job = Job::here("build");
  CHECK_FALSE(job.host.empty());
  CHECK(job.cpu.find(" cores") != std::string::npos);
  CHECK(job.build == "build");
  CHECK(job.started.size() == 20);
}

TEST_CASE("threads of a process write whole lines into one record") {
  const TemporaryFolder folder;
  const Store store(folder.path() / "store");
  JobRecord record(store, made_up);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&record, t] {
      for (int i = 0; i < 200; ++i) {
        record.note(Store::key_of("seed " + std::to_string(200 * t + i)), i);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(records_of(store).size() == 1);
  for (int i = 0; i < 800; ++i) {
    const auto found = computed_by(store, Store::key_of("seed " + std::to_string(i)));
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].seconds == i % 200);
  }
}

TEST_CASE("a record that cannot be written stops nothing, one cut short or altered is no answer") {
  const TemporaryFolder folder;
  const Store store(folder.path() / "store");
  const std::string key = Store::key_of("seed 1");
  folder.write("store.jobs", "a file where the folder should be");
  {
    JobRecord record(store, made_up);
    CHECK_NOTHROW(record.note(key, 1));
  }
  CHECK(computed_by(store, key).empty());
  fs::remove(folder.path() / "store.jobs");
  {
    JobRecord record(store, made_up);
    record.note(key, 0.125);
  }
  const fs::path file = records_of(store).front();
  const std::string whole = read_file(file);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write_file(file, whole.substr(0, length));
    REQUIRE(computed_by(store, key).empty());
  }
  for (const char* seconds : {"nan", "-1", "x", "1x", ""}) {
    write_file(file, whole.substr(0, whole.rfind(' ') + 1) + seconds + "\n");
    REQUIRE(computed_by(store, key).empty());
  }
  write_file(file, "replaybench job 1\nx\n\nhost\n---\n" + key + " 2\n");
  REQUIRE(computed_by(store, key).size() == 1);
  CHECK(computed_by(store, key)[0].job.host.empty());
}

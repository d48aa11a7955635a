#include "suite/prepared/prepared_log.hpp"

#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "suite/prepared/prepared_format.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using prepared::Section;

namespace {

using Files = std::vector<std::string>;

struct Visit {
  std::uint64_t time;
  Action action;
  bool reward;
  std::vector<std::uint32_t> active;
  std::vector<Action> pool;
};

// Pools that change, come back, and pools of one; times that jump by more than a byte, and
// backwards.
std::vector<Visit> visits(std::size_t count, std::size_t dimension, std::uint64_t key) {
  std::vector<Visit> all;
  std::vector<Action> pool{0, 2, 3};
  std::uint64_t time = 1'317'513'291;
  for (std::size_t i = 0; i < count; ++i) {
    Draws draws({key}, i);
    if (draws.below(20) == 0) {
      pool.clear();
      for (Action a = 0; a < 9; ++a) {
        if (draws.below(2) == 0) pool.push_back(a);
      }
      if (pool.empty()) pool.push_back(draws.below(9));
    }
    time += draws.below(3);
    if (draws.below(300) == 0) time += draws.below(1'000'000);
    if (draws.below(300) == 0) time -= 5;
    Visit visit{time,
                pool[draws.below(static_cast<std::uint32_t>(pool.size()))],
                draws.below(10) == 0,
                {},
                pool};
    for (std::uint32_t f = 0; f < dimension; ++f) {
      if (draws.below(7) == 0) visit.active.push_back(f);
    }
    all.push_back(std::move(visit));
  }
  return all;
}

std::vector<std::string> names(const std::string& start, std::size_t count) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back(start + std::to_string(i));
  return list;
}

PreparedOrigin made_up_origin() {
  PreparedOrigin origin;
  origin.format = "made up";
  origin.sources = {{"a.gz", 123, std::string(64, '0'), 12, 10}, {"", 0, "", 0, 0}};
  origin.missing = {"b"};
  origin.lines = 12;
  origin.left_out = 2;
  origin.anomalies = {{"a bad line", 2, {"a.gz:3 \"x\""}}};
  return origin;
}

void write(const std::filesystem::path& file, const std::vector<Visit>& all, std::size_t dimension,
           bool with_pools = true) {
  PreparedLogWriter writer(file, names("f", dimension));
  for (const Visit& visit : all) {
    if (with_pools) writer.set_pool(visit.pool);
    writer.add(visit.time, visit.action, visit.reward, visit.active);
  }
  CHECK(writer.size() == all.size());
  writer.finish(9, names("id-", 9), made_up_origin());
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Files files_in(const std::filesystem::path& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string reason_of(const std::filesystem::path& file) {
  return message_of<DataError>([&] { PreparedLog(file).verify(); });
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void require_same(const PreparedLog& prepared, const Log& log, const std::vector<Visit>& all,
                  std::size_t first) {
  log.check();
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Visit& visit = all[first + i];
    REQUIRE(log.actions[i] == visit.action);
    REQUIRE(log.rewards[i] == (visit.reward ? 1 : 0));
    REQUIRE(prepared.timestamp(first + i) == visit.time);
    for (std::uint32_t f = 0; f < log.dimension; ++f) {
      REQUIRE(log.feature(i, f) == std::count(visit.active.begin(), visit.active.end(), f));
    }
    const ActionSet pool = log.available(i);
    if (!log.has_pools()) continue;
    REQUIRE(pool.size() == visit.pool.size());
    for (Action k = 0; k < pool.size(); ++k) REQUIRE(pool[k] == visit.pool[k]);
  }
}

}  // namespace

TEST_CASE("prepared_log: what is written is read") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log.replaybench";
  for (const std::size_t dimension : {1u, 8u, 13u, 64u, 136u}) {
    for (const std::size_t count : {1u, 7u, 8u, 255u, 256u, 257u, 3000u}) {
      CAPTURE(dimension, count);
      const auto all = visits(count, dimension, count);
      write(file, all, dimension);
      CHECK(files_in(folder.path()) == Files{"log.replaybench"});
      const PreparedLog prepared(file);
      prepared.verify();
      CHECK(PreparedLog::is_one(file));
      CHECK(prepared.size() == count);
      CHECK(prepared.dimension() == dimension);
      CHECK(prepared.action_names() == names("id-", 9));
      CHECK(prepared.feature_names() == names("f", dimension));
      CHECK(prepared.origin() == made_up_origin());
      CHECK(prepared.file_bytes() == std::filesystem::file_size(file));
      const auto log = prepared.log();
      CHECK(log->is_packed());
      CHECK(log->action_count == 9);
      require_same(prepared, *log, all, 0);
      CHECK(prepared.zones() == zones_of(*log));
      const auto times = prepared.timestamps(0, count);
      for (std::size_t i = 0; i < count; ++i) REQUIRE(times[i] == all[i].time);
    }
  }
}

TEST_CASE("prepared_log: a stretch is that of the log, and outlives the object") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  const auto all = visits(2000, 20, 5);
  write(file, all, 20);
  auto prepared = std::make_unique<PreparedLog>(file);
  const auto whole = prepared->log();
  for (const auto& [first, count] :
       {std::pair{0u, 2000u}, {0u, 1u}, {3u, 700u}, {1999u, 1u}, {2000u, 0u}, {511u, 1024u}}) {
    const auto part = prepared->log(first, count);
    const Log copied = whole->range(first, count);
    CHECK(part->actions == copied.actions);
    CHECK(part->rewards == copied.rewards);
    CHECK(part->pools == copied.pools);
    CHECK(part->action_names == copied.action_names);
    CHECK(prepared->timestamps(first, count).size() == count);
    if (count > 0) require_same(*prepared, *part, all, first);
  }
  CHECK_THROWS_AS(prepared->log(1, 2000), std::logic_error);
  CHECK_THROWS_AS(prepared->timestamp(2000), std::logic_error);
  prepared.reset();
  std::filesystem::remove(file);
  CHECK(whole->feature(0, all[0].active.at(0)) == 1);
}

TEST_CASE("prepared_log: without pools all actions are available") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  const auto all = visits(300, 3, 6);
  write(file, all, 3, false);
  const PreparedLog prepared(file);
  prepared.verify();
  CHECK_FALSE(prepared.log()->has_pools());
  require_same(prepared, *prepared.log(), all, 0);
  CHECK(prepared.zones() == std::vector<Zone>{{0, 300, 0}});
}

TEST_CASE("prepared_log: times far apart take the bytes that they need") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  std::vector<Visit> all(600, {0, 0, false, {}, {0}});
  for (std::size_t i = 0; i < all.size(); ++i) all[i].time = 7;  // no byte at all
  all[300].time = 7 + 256;                                       // two
  all[599].time = (std::uint64_t{1} << 56) - 1;                  // seven
  write(file, all, 1);
  const PreparedLog prepared(file);
  for (std::size_t i = 0; i < all.size(); ++i) REQUIRE(prepared.timestamp(i) == all[i].time);
  const auto header = prepared::header_of(bytes_of(file).substr(0, prepared::header_bytes));
  CHECK(header[Section::time_offsets].bytes == 2 * 256 + 7 * 88);
}

TEST_CASE("prepared_log: the content's digest does not know where the records come from") {
  const TemporaryFolder folder;
  const auto all = visits(100, 5, 7);
  const auto digest_of = [&](const std::string& source, const std::vector<Visit>& written,
                             const std::string& first_name) {
    const auto file = folder.path() / "log";
    PreparedLogWriter writer(file, names("f", 5));
    for (const Visit& visit : written) {
      writer.set_pool(visit.pool);
      writer.add(visit.time, visit.action, visit.reward, visit.active);
    }
    PreparedOrigin origin;
    origin.sources = {{source, 0, "", 0, 0}};
    auto actions = names("id-", 9);
    actions[0] = first_name;
    writer.finish(9, actions, origin);
    return PreparedLog(file).content_digest();
  };
  const std::string digest = digest_of("a", all, "id-0");
  CHECK(digest.size() == 64);
  CHECK(digest_of("b", all, "id-0") == digest);
  CHECK(digest_of("a", all, "id-x") != digest);
  auto other = all;
  other[50].reward = !other[50].reward;
  CHECK(digest_of("a", other, "id-0") != digest);
}

TEST_CASE("prepared_log: a bug of the caller is one, data that do not fit are the user's") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  const std::vector<Action> pool{1, 3};
  {
    PreparedLogWriter writer(file, names("f", 3));
    CHECK_THROWS_AS(writer.set_pool({}), std::logic_error);
    writer.set_pool(pool);
    CHECK_THROWS_AS(writer.add(0, 2, false, {}), std::logic_error);
    const std::vector<std::uint32_t> beyond{3};
    CHECK_THROWS_AS(writer.add(0, 1, false, beyond), std::logic_error);
    CHECK_THROWS_AS(writer.add(std::uint64_t{1} << 56, 1, false, {}), DataError);
    CHECK_THROWS_AS(writer.add(0, 65'536, false, {}), DataError);
    CHECK(has(message_of<DataError>([&] { writer.finish(4, {}, {}); }), "no record"));
    writer.add(0, 1, false, {});
    CHECK_THROWS_AS(writer.finish(3, {}, {}), std::logic_error);
    CHECK_THROWS_AS(writer.finish(4, names("", 3), {}), std::logic_error);
    CHECK(files_in(folder.path()) == Files{"log.part"});
  }
  CHECK(files_in(folder.path()).empty());
  PreparedLogWriter late(file, names("f", 3));
  late.add(0, 1, false, {});
  CHECK_THROWS_AS(late.set_pool(pool), std::logic_error);
}

TEST_CASE("prepared_log: two at once, a part that was left, a folder that is not there") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  folder.write("log.part", "what a killed program left");
  {
    PreparedLogWriter first(file, names("f", 3));
    CHECK(has(message_of<FileError>([&] { PreparedLogWriter(file, names("f", 3)); }),
              "log.part: another process is writing it"));
    CHECK(files_in(folder.path()) == Files{"log.part"});
  }
  CHECK(files_in(folder.path()).empty());
  CHECK(has(message_of<FileError>(
                [&] { PreparedLogWriter(folder.path() / "none" / "log", names("f", 3)); }),
            "log.part: No such file"));
  // The new file takes the place of the old one only when it is complete.
  const auto old = visits(10, 3, 1);
  write(file, old, 3);
  { PreparedLogWriter unfinished(file, names("f", 3)); }
  require_same(PreparedLog(file), *PreparedLog(file).log(), old, 0);
  const auto fresh = visits(20, 3, 2);
  write(file, fresh, 3);
  CHECK(PreparedLog(file).size() == 20);
}

TEST_CASE("prepared_log: a full disk leaves nothing behind") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  const auto all = visits(30'000, 136, 8);
  // A limit on the size of files stands for the disk's end: in the features, then in what follows.
  struct Limit {
    explicit Limit(rlim_t bytes) {
      ::getrlimit(RLIMIT_FSIZE, &before);
      rlimit now = before;
      now.rlim_cur = bytes;
      ::setrlimit(RLIMIT_FSIZE, &now);
      handler = ::signal(SIGXFSZ, SIG_IGN);
    }
    ~Limit() {
      ::setrlimit(RLIMIT_FSIZE, &before);
      ::signal(SIGXFSZ, handler);
    }
    rlimit before;
    void (*handler)(int);
  };
  for (const rlim_t bytes : {1'000u, 300'000u, 520'000u}) {
    CAPTURE(bytes);
    std::string reason;
    {
      const Limit limit(bytes);
      reason = message_of<FileError>([&] { write(file, all, 136); });
    }
    CHECK(has(reason, "log.part: File too large"));
    CHECK(files_in(folder.path()).empty());
  }
}

TEST_CASE("prepared_log: what is no prepared log is refused with the reason") {
  const TemporaryFolder folder;
  const auto all = visits(1000, 136, 9);
  const auto good = folder.path() / "good";
  write(good, all, 136);
  const std::string bytes = bytes_of(good);
  const auto reason = [&](const std::string& content) {
    return reason_of(folder.write("bad", content));
  };
  CHECK(reason_of(good).empty());
  CHECK(has(message_of<FileError>([&] { PreparedLog(folder.path() / "none"); }), "No such"));
  CHECK(has(message_of<FileError>([&] { PreparedLog(folder.path()); }), "directory"));
  CHECK_FALSE(PreparedLog::is_one(folder.path()));
  CHECK_FALSE(PreparedLog::is_one(folder.path() / "none"));
  CHECK_FALSE(PreparedLog::is_one(folder.write("text", "id-1")));
  for (const std::string& content : {std::string(), std::string("id-1"), std::string(9000, 'x')}) {
    CHECK(has(reason(content), "bad: is not a prepared log"));
  }
  CHECK(has(reason(bytes.substr(0, 100)), "is a prepared log that was cut in its header"));
  CHECK(has(reason(bytes.substr(0, bytes.size() - 1)), "was cut: "));
  CHECK(has(reason(bytes + "x"), "has 1 bytes after its end"));
  // Another version, whole or not, is reported as one.
  std::string other = bytes;
  other[prepared::magic.size()] = 2;
  CHECK(has(reason(other), "is a prepared log of version 2, this program reads versions 1 and 3"));
  // A flipped bit is reported with its section.
  const auto header = prepared::header_of(bytes.substr(0, prepared::header_bytes));
  for (std::size_t s = 0; s < prepared::section_count; ++s) {
    std::string flipped = bytes;
    flipped[header.sections[s].offset] ^= 1;
    CAPTURE(s);
    CHECK(has(reason(flipped), "damaged"));
    CHECK(has(reason(flipped), std::string(prepared::name_of(static_cast<Section>(s)))));
  }
  std::string two = bytes;
  two[header[Section::features].offset] ^= 1;
  two[header[Section::rewards].offset] ^= 1;
  CHECK(has(reason(two), ": features (bytes 4096 to 21120), rewards (bytes "));
}

TEST_CASE("prepared_log: a writer's faults, with good checksums, are refused too") {
  const TemporaryFolder folder;
  const auto good = folder.path() / "good";
  write(good, visits(1000, 13, 10), 13);
  const std::string bytes = bytes_of(good);
  // The bytes after a change of the section, with their checksums made right.
  const auto reason = [&](Section section, std::size_t at, std::uint8_t value) {
    std::string changed = bytes;
    auto header = prepared::header_of(bytes.substr(0, prepared::header_bytes));
    prepared::Header::Place& place = header[section];
    changed[place.offset + at] = static_cast<char>(value);
    place.digest =
        sha256(std::string_view(changed).substr(place.offset, prepared::padded(place.bytes)));
    changed.replace(0, prepared::header_bytes, prepared::to_bytes(header));
    const auto file = folder.write("bad", changed);
    return message_of<DataError>([&] {
      const PreparedLog prepared(file);
      prepared.verify();
      prepared.log();
      prepared.timestamps(0, prepared.size());
    });
  };
  CHECK(has(reason(Section::features, 1, 0xff), "damaged in its features"));  // beyond dimension 13
  CHECK(has(reason(Section::actions, 1, 0xff), "damaged in its actions"));
  CHECK(has(reason(Section::time_blocks, 15, 0xff), "damaged in its time blocks"));
  CHECK(has(reason(Section::pool_changes, 0, 1), "damaged in its pool changes"));
  CHECK(has(reason(Section::pool_changes, 8, 0xff), "damaged in its pool changes"));
  CHECK(has(reason(Section::pools, 0, 0), "damaged in its pools"));
  CHECK(has(reason(Section::pools, 2, 0xff), "damaged in its pools"));
  CHECK(has(reason(Section::description, 7, 0xff), "damaged in its description"));
  CHECK(has(reason(Section::description, 0, 0), "damaged in its description"));
}

TEST_CASE("prepared_log: no flipped byte and no cut is passed, and none does harm") {
  const TemporaryFolder folder;
  const auto good = folder.path() / "good";
  write(good, visits(3000, 13, 11), 13);
  const std::string bytes = bytes_of(good);
  const auto header = prepared::header_of(bytes.substr(0, prepared::header_bytes));
  const auto require_refused = [&](const std::string& content) {
    const auto file = folder.write("bad", content);
    REQUIRE_FALSE(reason_of(file).empty());
    // Without verify() the numbers are the same.
    const auto reason = [&](const auto& use) {
      return message_of<DataError>([&] { use(PreparedLog(file)); });
    };
    REQUIRE_FALSE(reason([](const PreparedLog& prepared) { prepared.log(); }).empty());
    REQUIRE_FALSE(reason([](const PreparedLog& prepared) { prepared.log(1, 2); }).empty());
    REQUIRE_FALSE(reason([](const PreparedLog& prepared) { prepared.timestamp(0); }).empty());
    REQUIRE_FALSE(reason([](const PreparedLog& prepared) { prepared.timestamps(0, 1); }).empty());
  };
  for (std::uint64_t t = 0; t < 1500; ++t) {
    Draws draws({12}, t);
    std::string changed = bytes;
    // Half of them into the header and the small sections, where most can go wrong.
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const auto tail = static_cast<std::uint32_t>(header[Section::pool_changes].offset);
    const std::uint32_t at = t % 4 == 0   ? draws.below(512)
                             : t % 4 == 1 ? tail + draws.below(size - tail)
                                          : draws.below(size);
    changed[at] ^= static_cast<char>(1 + draws.below(255));
    CAPTURE(t, at);
    require_refused(changed);
  }
  for (const auto& place : header.sections) {
    for (const std::uint64_t end : {place.offset, place.offset + 1, place.offset + place.bytes / 2,
                                    place.offset + place.bytes - 1}) {
      CAPTURE(end);
      require_refused(bytes.substr(0, end));
    }
  }
  for (std::uint64_t t = 0; t < 100; ++t) {
    require_refused(
        bytes.substr(0, Draws({13}, t).below(static_cast<std::uint32_t>(bytes.size()))));
  }
}

TEST_CASE("prepared_log: a file that was right is verified again after it was changed in place") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "log";
  write(file, visits(500, 13, 14), 13);
  const std::string bytes = bytes_of(file);
  PreparedLog(file).log();
  const auto header = prepared::header_of(bytes.substr(0, prepared::header_bytes));
  std::string changed = bytes;
  changed[header[Section::rewards].offset] ^= 1;
  folder.write("log", changed);  // the same file, of the same size, within the same tick
  CHECK(has(message_of<DataError>([&] { PreparedLog(file).log(); }),
            "is damaged: these sections do not have their checksums: rewards"));
  folder.write("log", bytes);
  CHECK(PreparedLog(file).log()->size() == 500);
}

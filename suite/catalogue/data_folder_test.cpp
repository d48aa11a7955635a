#include "suite/catalogue/data_folder.hpp"

#include <cstdlib>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {
namespace {

// REPLAYBENCH_DATA during a test; as before afterwards.
class DataVariable {
 public:
  explicit DataVariable(const char* value) {
    if (const char* before = std::getenv(data_variable)) before_ = before;
    set(value);
  }
  ~DataVariable() { set(before_ ? before_->c_str() : nullptr); }
  DataVariable(const DataVariable&) = delete;
  DataVariable& operator=(const DataVariable&) = delete;

 private:
  static void set(const char* value) {
    value ? setenv(data_variable, value, 1) : unsetenv(data_variable);
  }
  std::optional<std::string> before_;
};

Manifest toy(const std::string& bytes) {
  Manifest manifest;
  manifest.id = "toy";
  manifest.source = "https://example.org";
  manifest.files.resize(1);
  manifest.files[0].path = "toy/a.csv";
  manifest.files[0].size = bytes.size();
  manifest.files[0].sha256 = sha256_hex(bytes);
  return manifest;
}

TEST_CASE("data_folder: what is there of a file") {
  const TemporaryFolder folder;
  const std::string bytes(100'000, 'b');
  const Manifest manifest = toy(bytes);
  const ManifestFile& file = manifest.files[0];
  const auto state = [&] { return file_state(file, folder.path()); };
  const auto check = [&] { return check_file(file, folder.path()).check; };
  CHECK(state() == FileState::absent);
  CHECK(check() == FileCheck::absent);
  folder.write("toy/a.csv.part", "b");
  CHECK(state() == FileState::partial);
  CHECK(check() == FileCheck::absent);
  folder.write("toy/a.csv", "b");
  CHECK(state() == FileState::other_size);
  CHECK(check() == FileCheck::wrong);
  CHECK(check_file(file, folder.path()).sha256.empty());
  CHECK(check_file(file, folder.path()).size == 1);
  std::string other = bytes;
  other.back() = 'c';
  folder.write("toy/a.csv", other);
  CHECK(state() == FileState::present);
  CHECK(check_file(file, folder.path()).sha256 == sha256_hex(other));
  CHECK(check() == FileCheck::wrong);
  folder.write("toy/a.csv", bytes);
  std::uint64_t last = 0;
  CHECK(check_file(file, folder.path(), [&](std::uint64_t n) { last = n; }).check ==
        FileCheck::right);
  CHECK(last == bytes.size());
  // Size and SHA-256 of a licensed file may both be unknown.
  ManifestFile unknown = file;
  unknown.size.reset();
  unknown.sha256.clear();
  CHECK(check_file(unknown, folder.path()).check == FileCheck::unchecked);
  CHECK(data_file_path(unknown, folder.path()) == folder.path() / "toy/a.csv");
  // And it may be packed; one whose checksum is known may not.
  folder.write("toy/b.csv.gz", "packed");
  unknown.path = "toy/b.csv";
  CHECK(file_state(unknown, folder.path()) == FileState::present);
  CHECK(check_file(unknown, folder.path()).check == FileCheck::unchecked);
  CHECK(data_file_path(unknown, folder.path()) == folder.path() / "toy/b.csv.gz");
  ManifestFile known = file;
  known.path = "toy/b.csv";
  CHECK(file_state(known, folder.path()) == FileState::absent);
  // A folder of that name.
  unknown.path = "toy";
  CHECK_THROWS_AS(check_file(unknown, folder.path()), FileError);
}

TEST_CASE("data_folder: a data set is given what to do about its file") {
  const TemporaryFolder folder;
  Manifest manifest = toy("bytes\n");
  const auto complaint = [&] {
    return message_of<FileError>([&] { checked_data_file(manifest, "toy/a.csv"); });
  };
  const auto has = [&](const std::string& piece) {
    return complaint().find(piece) != std::string::npos;
  };
  for (const char* unset : {static_cast<const char*>(nullptr), ""}) {
    const DataVariable none(unset);
    CHECK_FALSE(data_folder());
    CHECK(complaint() ==
          "toy: the environment variable REPLAYBENCH_DATA is not set; REPLAYBENCH_DATA must name "
          "the folder that has toy/a.csv: \"replaybench data info toy\" says how to get it "
          "(https://example.org)");
  }
  const DataVariable here(folder.path().c_str());
  CHECK(data_folder() == folder.path());
  CHECK(has("toy: cannot read " + (folder.path() / "toy/a.csv").string() + ": it is not there"));
  manifest.files[0].url = "https://example.org/a.csv";
  CHECK(has("\"replaybench data fetch toy\" gets what is missing"));
  folder.write("toy/a.csv", "byte\n");
  CHECK(has("is not the file of the manifest: 5 bytes, expected 6"));
  folder.write("toy/a.csv", "Bytes\n");
  CHECK(has("is not the file of the manifest: SHA-256 "));
  folder.write("toy/a.csv", "bytes\n");
  CHECK(checked_data_file(manifest, "toy/a.csv") == folder.path() / "toy/a.csv");
}

}  // namespace
}  // namespace replaybench

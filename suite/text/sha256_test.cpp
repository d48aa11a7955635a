#include "suite/text/sha256.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;

TEST_CASE("SHA-256: known answers of FIPS 180-2") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  const auto digest = sha256("abc");
  CHECK(digest[0] == 0xba);
  CHECK(digest[31] == 0xad);
}

TEST_CASE("SHA-256 of a file is that of its bytes, across blocks") {
  const TemporaryFolder folder;
  std::string content;
  for (int i = 0; i < 200'000; ++i) content += static_cast<char>(i % 251);
  const auto file = folder.write("file", content);
  CHECK(sha256_hex_of_file(file) == sha256_hex(content));
  std::filesystem::remove(file);
  try {
    sha256_hex_of_file(file);
    FAIL("the hash of a file that is gone");
  } catch (const std::filesystem::filesystem_error& error) {
    CHECK(error.code() == std::errc::no_such_file_or_directory);
  }
  // A folder can be opened, and not read.
  CHECK_THROWS_AS(sha256_hex_of_file(file.parent_path()), std::filesystem::filesystem_error);
}

TEST_CASE("SHA-256 of pieces is that of the whole") {
  const std::string content(1000, 'x');
  for (const std::size_t piece : {1u, 63u, 64u, 65u, 1000u}) {
    Sha256 digest;
    for (std::size_t at = 0; at < content.size(); at += piece) {
      digest.add(content.data() + at, std::min(piece, content.size() - at));
    }
    CHECK(digest.finish() == sha256(content));
  }
  CHECK(hex_text(Sha256().finish()) == sha256_hex(""));
}

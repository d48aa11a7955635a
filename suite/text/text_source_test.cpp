#include "suite/text/text_source.hpp"

#include <unistd.h>

#include <thread>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/gzip.hpp"
#include "suite/text/unpacking_limit.hpp"
#include "suite/text/zstd.hpp"

namespace replaybench {
namespace {

std::string read_all(TextSource& source, std::size_t block) {
  std::string text, buffer(block, '\0');
  while (const std::size_t got = source.read(buffer.data(), block)) text.append(buffer, 0, got);
  CHECK(source.read(buffer.data(), block) == 0);
  return text;
}

std::string random_text(std::size_t size) {
  Draws draws(derive_key(1, "log", "text_source_test"), size);
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += static_cast<char>('a' + draws.below(26));
  return text;
}

TEST_CASE("text_source: zstd files of one or more frames give the same text") {
  const TemporaryFolder folder;
  const std::string skippable("\x5a\x2a\x4d\x18\x03\0\0\0abc", 11);
  for (const std::size_t size : {0, 1, 2, 3, 1000, 262'144, 262'145, 3'000'000}) {
    const std::string text = random_text(size);
    const auto packed = folder.write("packed.csv", zstd(text));
    const auto frames = folder.write("frames", skippable + zstd(text.substr(0, size / 3)) +
                                                   zstd("") + zstd(text.substr(size / 3)));
    for (const std::size_t block : {std::size_t{17}, std::size_t{1} << 20}) {
      if (block == 17 && size > 10'000) continue;
      INFO(size << " bytes in blocks of " << block);
      CHECK(read_all(*open_text_file(packed), block) == text);
      CHECK(read_all(*open_text_file(frames), block) == text);
    }
  }
}

TEST_CASE(
    "text_source: the beginning of a file, unpacked, and what is wrong is left to the reader") {
  const TemporaryFolder folder;
  const std::string text = random_text(10'000);
  const auto plain = folder.write("plain", text);
  const auto packed = folder.write("packed", zstd(text));
  for (const std::size_t most : {std::size_t{1}, std::size_t{32}, std::size_t{9'999}}) {
    CHECK(beginning_of(plain, most) == text.substr(0, most));
    CHECK(beginning_of(packed, most) == text.substr(0, most));
  }
  CHECK(beginning_of(plain, 20'000) == text);
  CHECK(beginning_of(folder.path(), 10).empty());
  CHECK(beginning_of(folder.path() / "none", 10).empty());
  const auto cut = folder.write("cut", zstd(text).substr(0, 100));
  CHECK(text.starts_with(beginning_of(cut, 20'000)));
  const auto source = open_text_file(plain);
  CHECK(read_beginning(*source, 5'000) == text.substr(0, 5'000));
  CHECK(read_all(*source, 300) == text.substr(5'000));
}

TEST_CASE("text_source: a truncated or corrupt zstd file is never a shorter text") {
  const TemporaryFolder folder;
  const std::string text = random_text(300);
  const std::string bytes = zstd(text);
  for (std::size_t length = 4; length < bytes.size(); ++length) {
    const auto path = folder.write("cut.zst", bytes.substr(0, length));
    const auto message = message_of<TruncatedText>([&] { read_all(*open_text_file(path), 1000); });
    INFO("cut to " << length << " of " << bytes.size());
    CHECK(message.find("cut.zst: truncated zstd file") != message.npos);
  }
  // Without a checksum (the library's default) a changed literal is another text of the same length.
  Draws draws(derive_key(3, "log", "text_source_test"), 0);
  int errors = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string mutated = bytes;
    const std::size_t at = 4 + draws.below(static_cast<std::uint32_t>(bytes.size() - 4));
    mutated[at] = static_cast<char>(mutated[at] ^ (1 + draws.below(255)));
    std::size_t length = text.size();
    try {
      length = read_all(*open_text_file(folder.write("corrupt.zst", mutated)), 1000).size();
    } catch (const DataError& error) {
      ++errors;
      CHECK(std::string(error.what()).find("zstd file") != std::string::npos);
    }
    CHECK(length == text.size());
  }
  CHECK(errors > 20);
  CHECK_THROWS_AS(read_all(*open_text_file(folder.write("more", bytes + "more")), 1000), DataError);
}

// The last bytes of a message behind the file's name.
template <class Thrown>
std::string said_of(const TemporaryFolder& folder, const std::string& bytes) {
  const auto path = folder.write("file", bytes);
  const auto message = message_of<Thrown>([&] { read_all(*open_text_file(path), 1000); });
  const std::string name = path.string() + ": ";
  return message.starts_with(name) ? message.substr(name.size()) : "no name: " + message;
}

TEST_CASE("text_source: a truncated file says at which byte, member or frame, and line it ends") {
  const TemporaryFolder folder;
  const std::string text = "action,reward\n1,0\n2,1\n";  // 22 bytes
  for (const bool is_gzip : {true, false}) {
    const std::string format = is_gzip ? "gzip" : "zstd";
    const std::string part = is_gzip ? " of its member " : " of its frame ";
    const std::string bytes = is_gzip ? gzip(text) : zstd(text);
    const auto said = [&](const std::string& packed, const std::string& where,
                          const std::string& number, const std::string& reached) {
      CHECK_THAT(
          said_of<TruncatedText>(folder, packed),
          Catch::Matchers::StartsWith("truncated " + format + " file: it ends at byte " +
                                      std::to_string(packed.size()) + ", " + where + part + number +
                                      "; the text unpacked before reaches " + reached));
    };
    const std::string header = is_gzip ? "in the header" : "before the end";
    const std::string data = is_gzip ? "before the checksum" : "before the end";
    said(bytes.substr(0, 2), header, "1", "byte 0, line 1");
    said(bytes.substr(0, 3), header, "1", "byte 0, line 1");
    said(bytes + bytes.substr(0, 1), header, "2", "byte 22, line 4");
    said(bytes + bytes.substr(0, 5), header, "2", "byte 22, line 4");
    if (is_gzip) {
      said(bytes.substr(0, 9), header, "1", "byte 0, line 1");
      // In the checksum and in the length behind it.
      said(bytes.substr(0, bytes.size() - 7), data, "1", "byte 22, line 4");
      said(bytes + bytes + bytes.substr(0, bytes.size() - 1), data, "3", "byte 66, line 10");
      // In the data, of which zlib gives the first letters.
      const std::string long_text = random_text(5000) + "\n" + random_text(90'000);
      const std::string cut = gzip(long_text).substr(0, 20'000);
      const auto message = said_of<TruncatedText>(folder, cut);
      CHECK(message.find("ends at byte 20000, before the checksum of its member 1") !=
            message.npos);
      CHECK(message.ends_with(", line 2"));
    } else {
      said(bytes.substr(0, bytes.size() - 1), data, "1", "byte ");
      said(zstd(text) + zstd("") + bytes.substr(0, 6), data, "3", "byte 22, line 4");
    }
  }
}

TEST_CASE("text_source: what stands behind a packed file, and damage, are named with their byte") {
  const TemporaryFolder folder;
  const std::string text = "action,reward\n1,0\n";
  for (const bool is_gzip : {true, false}) {
    const std::string format = is_gzip ? "gzip" : "zstd";
    const std::string bytes = is_gzip ? gzip(text) : zstd(text);
    const std::string expected =
        "corrupt " + format + " file: other data after its end, from byte " +
        std::to_string(bytes.size()) + " on; the text unpacked before reaches byte 18, line 3";
    CHECK(said_of<DataError>(folder, bytes + "more") == expected);
    CHECK(said_of<DataError>(folder, bytes + "m") == expected);
  }
  std::string wrong_sum = gzip(text);
  wrong_sum[wrong_sum.size() - 6] = static_cast<char>(wrong_sum[wrong_sum.size() - 6] ^ 1);
  CHECK(said_of<DataError>(folder, gzip(text) + wrong_sum)
            .ends_with(", in member 2); the text unpacked before reaches byte 36, line 5"));
  const auto damaged = said_of<DataError>(
      folder, zstd(text) + zstd(text).substr(0, 4) + "\xff\xff" + std::string(20, 'x'));
  CHECK(damaged.find("corrupt zstd file: ") == 0);
  CHECK(damaged.find(", in frame 2)") != damaged.npos);
}

TEST_CASE("text_source: a zstd frame cannot ask for a huge window") {
  const TemporaryFolder folder;
  // Frame header: no single segment, window descriptor of 2^31 bytes; then the block.
  const std::string forged("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00", 9);
  const auto message = message_of<DataError>(
      [&] { read_all(*open_text_file(folder.write("forged.zst", forged)), 1000); });
  CHECK(message.find("window of more than 128 MiB") != message.npos);
}

TEST_CASE("text_source: plain and gzip files give the same text, whatever their names") {
  const TemporaryFolder folder;
  for (const std::size_t size : {0, 1, 2, 3, 1000, 262'144, 262'145, 3'000'000}) {
    const std::string text = random_text(size);
    const auto plain = folder.write("plain.gz", text);
    const auto packed = folder.write("packed.csv", gzip(text));
    const auto members = folder.write(
        "members", gzip(text.substr(0, size / 3)) + gzip("") + gzip(text.substr(size / 3)));
    for (const std::size_t block : {std::size_t{17}, std::size_t{1} << 20}) {
      if (block == 17 && size > 10'000) continue;
      INFO(size << " bytes in blocks of " << block);
      CHECK(read_all(*open_text_file(plain), block) == text);
      CHECK(read_all(*open_text_file(packed), block) == text);
      CHECK(read_all(*open_text_file(members), block) == text);
      CHECK(read_all(*text_in_memory(text, "memory"), block) == text);
    }
    CHECK(open_text_file(plain)->size_hint() == size);
    CHECK(open_text_file(packed)->size_hint() == 0);
    CHECK(text_in_memory(text, "memory")->size_hint() == size);
  }
}

TEST_CASE("text_source: a truncated gzip file is never a shorter text") {
  const TemporaryFolder folder;
  const std::string bytes = gzip(random_text(300));
  for (std::size_t length = 2; length < bytes.size(); ++length) {
    const auto path = folder.write("cut.gz", bytes.substr(0, length));
    const auto message = message_of<DataError>([&] { read_all(*open_text_file(path), 1000); });
    INFO("cut to " << length << " of " << bytes.size());
    CHECK(message.find("cut.gz: truncated gzip file") != message.npos);
  }
  // The second member is cut.
  const auto path = folder.write("cut.gz", bytes + bytes.substr(0, bytes.size() / 2));
  CHECK_THROWS_AS(read_all(*open_text_file(path), 1000), DataError);
}

TEST_CASE("text_source: a corrupt gzip file is an error or the same text") {
  const TemporaryFolder folder;
  const std::string text = random_text(2000);
  const std::string bytes = gzip(text);
  Draws draws(derive_key(2, "log", "text_source_test"), 0);
  int errors = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string mutated = bytes;
    const std::size_t at = 2 + draws.below(static_cast<std::uint32_t>(bytes.size() - 2));
    mutated[at] = static_cast<char>(mutated[at] ^ (1 + draws.below(255)));
    const auto path = folder.write("corrupt.gz", mutated);
    std::string got = text;
    try {
      got = read_all(*open_text_file(path), 1000);
    } catch (const DataError& error) {
      ++errors;
      CHECK(std::string(error.what()).find("gzip file") != std::string::npos);
    }
    CHECK(got == text);  // without an error: a byte of the time stamp was hit, say
  }
  CHECK(errors > 1900);
}

TEST_CASE("text_source: after a gzip file zeros are padding, other bytes an error") {
  const TemporaryFolder folder;
  const std::string text = random_text(500);
  const auto read = [&](const std::string& bytes) {
    return read_all(*open_text_file(folder.write("file", bytes)), 1000);
  };
  CHECK(read(gzip(text) + std::string(512, '\0')) == text);
  CHECK_THROWS_AS(read(gzip(text) + "more"), DataError);
  CHECK_THROWS_AS(read(gzip(text) + std::string(5, '\0') + "more"), DataError);
  CHECK_THROWS_AS(read(gzip(text) + std::string(5, '\0') + gzip(text)), DataError);
  CHECK_THROWS_AS(read(gzip(text) + "\x1f"), DataError);
}

TEST_CASE("text_source: missing files and folders are the environment's errors") {
  const TemporaryFolder folder;
  const auto missing = message_of<FileError>([&] { open_text_file(folder.path() / "none.csv"); });
  CHECK(missing.find("none.csv: cannot open: No such file") != missing.npos);
  const auto is_folder = message_of<FileError>([&] { open_text_file(folder.path()); });
  CHECK(is_folder.find("Is a directory") != is_folder.npos);
}

TEST_CASE("text_source: a pipe works, also gzip") {
  const std::string text = random_text(200'000);
  for (const std::string& bytes : {text, gzip(text)}) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    std::thread writer([&] {
      for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t written =
            ::write(ends[1], bytes.data() + at, std::min<std::size_t>(777, bytes.size() - at));
        if (written < 0) break;
        at += static_cast<std::size_t>(written);
      }
      ::close(ends[1]);
    });
    const auto source = open_text_file("/dev/fd/" + std::to_string(ends[0]));
    CHECK(read_all(*source, 5000) == text);
    writer.join();
    ::close(ends[0]);
  }
}

TEST_CASE(
    "text_source: a small file that unpacks to very much is refused, an unpacked one is not") {
  const TemporaryFolder folder;
  const std::string text(always_unpacked + (std::size_t{32} << 20), 'a');
  const std::string random = random_text(std::size_t{1} << 20);
  std::string buffer(std::size_t{1} << 20, '\0');
  for (const std::string& bomb : {gzip(text), zstd(text)}) {
    const auto path = folder.write("bomb", bomb);
    const auto source = open_text_file(path);
    std::size_t size = 0;
    const auto error = message_of<DataError>([&] {
      while (const std::size_t got = source->read(buffer.data(), buffer.size())) size += got;
    });
    CHECK(size <= always_unpacked);
    CHECK(error.starts_with(path.string() +
                            ": it unpacks to more than 250 times its size and more than 64 MiB, "
                            "and is refused ("));
    CHECK(error.ends_with("if the file is right, unpack it and give the unpacked file"));
  }
  // Up to 64 MiB any ratio is right, and beyond them a ratio up to 250.
  const auto size_of = [&](const std::string& bytes) {
    const auto source = open_text_file(folder.write("good", bytes));
    std::size_t size = 0;
    while (const std::size_t got = source->read(buffer.data(), buffer.size())) size += got;
    return size;
  };
  CHECK(size_of(zstd(text.substr(0, always_unpacked))) == always_unpacked);
  CHECK(size_of(zstd(random) + zstd(text)) == random.size() + text.size());
}

}  // namespace
}  // namespace replaybench

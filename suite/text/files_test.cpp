#include "suite/text/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <optional>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/mapped_files.hpp"
#include "suite/text/part_names.hpp"

namespace replaybench {
namespace {

namespace fs = std::filesystem;
using Unfinished = LockedPart::Unfinished;

template <class F>
std::string file_error(F action) {
  try {
    action();
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST_CASE("files: a file is written with its folder, and read as it was written") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a" / "b" / "file";
  std::string text("\0\r\n\xff", 4);
  for (int i = 0; i < 3; ++i) {
    write_file(file, text);
    CHECK(read_file(file) == text);
    text += std::string(5000, static_cast<char>('a' + i));
  }
  write_file(file, "");
  CHECK(read_file(file).empty());
  CHECK(files_in(file.parent_path()) == 1);
  // A file without a size of its own.
  if (fs::exists("/proc/self/status")) CHECK(read_file("/proc/self/status").size() > 100);
}

TEST_CASE("files: what cannot be read or written is named with the reason") {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  CHECK(file_error([&] { read_file(folder.path() / "none"); }) ==
        "cannot read " + path + "/none: No such file or directory");
  CHECK(file_error([&] { read_file(folder.path()); }) ==
        "cannot read " + path + ": Is a directory");
  CHECK(file_error([&] { write_file(folder.path(), "x"); }) ==
        "cannot write " + path + ": Is a directory");
  folder.write("file", "x");
  CHECK(file_error([&] {
          make_folder(folder.path() / "file" / "f");
        }).starts_with("cannot make folder " + path + "/file/f: "));
  CHECK(files_in(folder.path()) == 1);
  CHECK_FALSE(fs::exists(path + "/none"));
}

TEST_CASE("files: a part belongs to one, grows at its end and gets its name when it is complete") {
  const TemporaryFolder folder;
  const fs::path name = folder.path() / "file";
  const fs::path part = folder.path() / "file.part";
  for (const Unfinished unfinished : {Unfinished::discarded, Unfinished::kept}) {
    std::optional<LockedPart> first(std::in_place, part, unfinished);
    CHECK(file_error([&] { LockedPart(part, unfinished); }) ==
          part.string() + ": another process is writing it");
    first->append("abc");
    first->append("def");
    first->overwrite(1, "XY");
    char middle[3];
    first->read(2, middle);
    CHECK(std::string(middle, 3) == "Yde");
    CHECK(file_error([&] { first->read(4, middle); }).starts_with("cannot read"));
    first->append("g");
    CHECK(first->size() == 7);
    first->rename_to(name);
    first.reset();
    CHECK(read_file(name) == "aXYdefg");
    CHECK(files_in(folder.path()) == 1);
  }
}

TEST_CASE("files: what becomes of a part that was never finished") {
  const TemporaryFolder folder;
  const fs::path part = folder.path() / "file.part";
  { LockedPart(part, Unfinished::kept); }
  CHECK_FALSE(fs::exists(part));
  {
    LockedPart kept(part, Unfinished::kept);
    kept.append("abc");
  }
  {
    LockedPart again(part, Unfinished::kept);
    CHECK(again.size() == 3);
    again.append("d");
  }
  CHECK(read_file(part) == "abcd");
  {
    LockedPart again(part, Unfinished::kept);
    again.clear();
    again.append("e");
  }
  CHECK(read_file(part) == "e");
  {
    LockedPart anew(part, Unfinished::discarded);
    CHECK(anew.size() == 0);
    anew.append("f");
    CHECK(read_file(part) == "f");
  }
  CHECK_FALSE(fs::exists(part));
  CHECK(file_error([&] {
          LockedPart(folder.path() / "none" / "p", Unfinished::kept);
        }).starts_with("cannot write"));
}

TEST_CASE("files: a nameless file is nowhere to be seen") {
  const TemporaryFolder folder;
  NamelessFile file(folder.path() / "file");
  CHECK(files_in(folder.path()) == 0);
  file.append("abc");
  file.append("def");
  std::string bytes(4, ' ');
  file.read(1, bytes);
  CHECK(bytes == "bcde");
  CHECK(file.size() == 6);
}

TEST_CASE("files: nothing is written through a link that stands in the place of a part") {
  const TemporaryFolder folder;
  const fs::path part = folder.path() / "file.part";
  const fs::path victim = folder.write("victim", "precious");
  const auto refused = [&](const std::string& what) {
    for (const Unfinished unfinished : {Unfinished::discarded, Unfinished::kept}) {
      CHECK(file_error([&] { LockedPart(part, unfinished); }) ==
            part.string() + ": is " + what + ": it is not written; remove it and run again");
    }
    CHECK(read_file(victim) == "precious");
    REQUIRE(fs::remove(part));
  };
  fs::create_symlink(victim, part);
  refused("a symbolic link");
  fs::create_symlink(folder.path() / "none", part);
  refused("a symbolic link");
  CHECK_FALSE(fs::exists(folder.path() / "none"));
  fs::create_hard_link(victim, part);
  refused("a hard link to another file");
  REQUIRE(::mkfifo(part.c_str(), 0600) == 0);
  refused("not a regular file");
}

TEST_CASE("files: what has the passing name of a written file already is left alone") {
  const TemporaryFolder folder;
  const fs::path victim = folder.write("victim", "precious");
  const fs::path file = folder.path() / "file";
  // The names count up from a number that depends on the tests before.
  for (int i = 0; i < 2'000; ++i) {
    fs::create_symlink(victim, part_prefix(file, ::getpid()).string() + std::to_string(i));
  }
  write_file(file, "text");
  CHECK(read_file(file) == "text");
  CHECK(read_file(victim) == "precious");
}

TEST_CASE("files: a pipe is not replaced by a part") {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  LockedPart part(folder.path() / "part", Unfinished::discarded);
  part.append("x");
  CHECK(file_error([&] { part.rename_to(pipe); }) ==
        "cannot write " + pipe.string() + ": it is not a regular file");
  CHECK(fs::is_fifo(pipe));
}

TEST_CASE("files: a mapped file that is shortened ends the program in words, with exit code 4") {
  const TemporaryFolder folder;
  const fs::path path = folder.write("map\x1bped", std::string(100'000, 'x'));
  const fs::path messages = folder.path() / "messages";
  const pid_t child = ::fork();
  if (child == 0) {
    end_when_mapped_bytes_are_lost();
    ::dup2(::open(messages.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    {
      const FileBytes other(path);  // its place in the list is used again
    }
    const FileBytes file(path);
    fs::resize_file(path, 10);
    const volatile char* const last = &file.bytes().back();
    ::_exit(*last == 'x' ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 4);
  CHECK(read_file(messages) ==
        folder.path().string() +
            "/map\\x1bped: its bytes cannot be read any more: the file was shortened while it was "
            "in use, or its disk failed; restore the file and run again\n");
}

TEST_CASE("files: a device without an end is refused, an empty one is an empty file") {
  if (fs::exists("/dev/zero")) {
    CHECK(file_error([&] { read_file("/dev/zero"); }) ==
          "cannot read /dev/zero: it is a device that gave more than 64 MiB; give a file");
    CHECK_THROWS_AS(FileBytes(fs::path("/dev/zero")), FileError);
  }
  if (fs::exists("/dev/null")) CHECK(read_file("/dev/null").empty());
}

}  // namespace
}  // namespace replaybench

#include "suite/catalogue/fetch.hpp"

#include <curl/curl.h>
#include <dlfcn.h>
#include <signal.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdarg>
#include <fstream>
#include <iterator>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/http_server.hpp"
#include "suite/testing/sync_record.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

// The last value of libcurl's option for redirections.
static std::string redirection_protocols;

}  // namespace replaybench

// Takes the place of libcurl's, and passes everything on to it.
#undef curl_easy_setopt
// An enumeration before the dots is libcurl's own signature; clang warns of its promotion.
#pragma GCC diagnostic push
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wvarargs"
#endif
extern "C" [[gnu::visibility("default")]] CURLcode curl_easy_setopt(CURL* handle, CURLoption option,
                                                                    ...) {
  va_list arguments;
  va_start(arguments, option);
  void* const value = va_arg(arguments, void*);
  va_end(arguments);
  if (option == CURLOPT_REDIR_PROTOCOLS_STR) {
    replaybench::redirection_protocols = static_cast<const char*>(value);
  }
  using Function = CURLcode (*)(CURL*, CURLoption, ...);
  static const auto theirs = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "curl_easy_setopt"));
  return theirs(handle, option, value);
}
#pragma GCC diagnostic pop

namespace replaybench {
namespace {

using std::filesystem::exists;
using Request = TestServer::Request;

const FetchOptions quick{.attempts = 3, .pause = std::chrono::milliseconds(1)};

// Bytes of every value, in no order.
std::string some_bytes(std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>((i * i + i / 7) & 0xff);
  return bytes;
}

ManifestFile file_of(const std::string& bytes, const std::string& url) {
  ManifestFile file;
  file.path = "sets/some/file.bin";
  file.size = bytes.size();
  file.sha256 = sha256_hex(bytes);
  file.url = url;
  return file;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A folder and the places of the file in it.
struct Place {
  TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "sets/some/file.bin";
  std::filesystem::path part = folder.path() / "sets/some/file.bin.replaybench-part";

  std::string complaint(const ManifestFile& wanted) const {
    return message_of<FileError>([&] { fetch_file(wanted, folder.path(), quick); });
  }
};

bool has(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

TEST_CASE("fetch: a file comes whole, under its name, with its progress") {
  const std::string bytes = some_bytes(300'000);
  const TestServer server([&](const Request&, std::size_t) { return http_ok(bytes); });
  const Place place;
  std::uint64_t last = 0;
  fetch_file(file_of(bytes, server.url("/file.bin")), place.folder.path(), quick,
             [&](std::uint64_t here, std::uint64_t of) {
               CHECK(here > last);
               CHECK(of == bytes.size());
               CHECK_FALSE(exists(place.file));
               last = here;
             });
  CHECK(last == bytes.size());
  CHECK(content(place.file) == bytes);
  CHECK_FALSE(exists(place.part));
  REQUIRE(server.requests().size() == 1);
  CHECK(server.requests()[0].path == "/file.bin");
  CHECK_FALSE(server.requests()[0].from);
}

TEST_CASE("fetch: a cut anywhere is taken up where it was") {
  const std::string bytes = some_bytes(60);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    CAPTURE(cut);
    const TestServer server([&](const Request& request, std::size_t number) {
      const std::string answer = http_range(request, bytes);
      return number > 0 ? answer : answer.substr(0, answer.size() - bytes.size() + cut);
    });
    const Place place;
    fetch_file(file_of(bytes, server.url("/")), place.folder.path(), quick);
    CHECK(content(place.file) == bytes);
    REQUIRE(server.requests().size() == 2);
    CHECK(server.requests()[1].from.value_or(0) == cut);
  }
}

TEST_CASE("fetch: what an earlier call left is taken up, and a whole part is not asked for") {
  const std::string bytes = some_bytes(1000);
  const TestServer server(
      [&](const Request& request, std::size_t) { return http_range(request, bytes); });
  const Place place;
  const auto wanted = file_of(bytes, server.url("/"));
  place.folder.write("sets/some/file.bin.replaybench-part", bytes.substr(0, 400));
  const auto others = place.folder.write("sets/some/file.bin.part", "a file of the user");
  fetch_file(wanted, place.folder.path(), quick);
  CHECK(content(place.file) == bytes);
  CHECK(content(others) == "a file of the user");
  REQUIRE(server.requests().size() == 1);
  CHECK(server.requests()[0].from == 400u);

  std::filesystem::rename(place.file, place.part);
  fetch_file(wanted, place.folder.path(), quick);
  CHECK(content(place.file) == bytes);
  CHECK(server.requests().size() == 1);
}

TEST_CASE("fetch: after given up the part is there, and the next call ends the work") {
  const std::string bytes = some_bytes(1000);
  std::atomic<bool> broken = true;
  TestServer server([&](const Request& request, std::size_t) {
    const std::string answer = http_range(request, bytes);
    if (!broken) return answer;
    return request.from ? http_head("503 Busy", {}) : answer.substr(0, answer.size() - 300);
  });
  const Place place;
  const auto wanted = file_of(bytes, server.url("/"));
  const std::string message = place.complaint(wanted);
  CHECK(has(message,
            "file.bin: the server answers 503; given up after 3 attempts, what is here is "
            "kept for the next time (http://127.0.0.1:"));
  CHECK(content(place.part) == bytes.substr(0, 700));
  CHECK_FALSE(exists(place.file));
  broken = false;
  fetch_file(wanted, place.folder.path(), quick);
  CHECK(content(place.file) == bytes);
  CHECK(server.requests().back().from == 700u);
}

TEST_CASE("fetch: only attempts that bring nothing are counted") {
  const std::string bytes = some_bytes(100);
  const TestServer server([&](const Request& request, std::size_t) {
    const std::string answer = http_range(request, bytes);
    const auto body = answer.find("\r\n\r\n") + 4;
    return answer.substr(0, body + 10);
  });
  const Place place;
  fetch_file(file_of(bytes, server.url("/")), place.folder.path(),
             {.attempts = 2, .pause = std::chrono::milliseconds(1)});
  CHECK(content(place.file) == bytes);
  CHECK(server.requests().size() == 10);
}

TEST_CASE("fetch: a server that knows no ranges sends everything again") {
  const std::string bytes = some_bytes(1000);
  const TestServer server([&](const Request&, std::size_t) { return http_ok(bytes); });
  const Place place;
  place.folder.write("sets/some/file.bin.replaybench-part", bytes.substr(0, 999));
  fetch_file(file_of(bytes, server.url("/")), place.folder.path(), quick);
  CHECK(content(place.file) == bytes);
  CHECK(server.requests().size() == 1);
  CHECK(server.requests()[0].from == 999u);
  // And if it is cut at the same place again and again, this ends.
  const TestServer cutting([&](const Request&, std::size_t) {
    const std::string answer = http_ok(bytes);
    return answer.substr(0, answer.size() - 1);
  });
  const Place other;
  CHECK(has(other.complaint(file_of(bytes, cutting.url("/"))),
            "the connection ended after 999 of 1000 bytes; given up after 3 attempts"));
}

TEST_CASE("fetch: the part of another file is found out and fetched anew, once") {
  const std::string bytes = some_bytes(1000);
  const TestServer server(
      [&](const Request& request, std::size_t) { return http_range(request, bytes); });
  for (const std::size_t size : {400, 1000, 4000}) {
    const Place place;
    place.folder.write("sets/some/file.bin.replaybench-part", std::string(size, 'x'));
    fetch_file(file_of(bytes, server.url("/")), place.folder.path(), quick);
    CHECK(content(place.file) == bytes);
    CHECK_FALSE(server.requests().back().from);
  }
  CHECK(server.requests().size() == 4);  // 400: with and without a range
  // A server that always joins wrong bytes does not keep us forever.
  const TestServer wrong([&](const Request& request, std::size_t) {
    const std::string answer = http_range(request, request.from ? std::string(1000, 'y') : bytes);
    return request.from ? answer : answer.substr(0, answer.size() - 500);
  });
  const Place place;
  CHECK(has(place.complaint(file_of(bytes, wrong.url("/"))), "SHA-256 "));
  CHECK(wrong.requests().size() == 4);
  CHECK_FALSE(exists(place.part));
}

TEST_CASE("fetch: other bytes are refused, and nothing of them stays") {
  const std::string bytes = some_bytes(1000);
  std::string others = bytes;
  others[500] ^= 1;
  const TestServer server([&](const Request& request, std::size_t) {
    if (request.path == "/others") return http_ok(others);
    if (request.path == "/short") return http_ok(bytes.substr(1));
    if (request.path == "/long") return http_ok(bytes + "x");
    return http_head("200 OK", {}) + bytes + "x";  // its length is not stated
  });
  const Place place;
  place.folder.write("sets/some/file.bin", "what was there");
  const auto refused = [&](const std::string& path, const std::string& reason) {
    const std::size_t before = server.requests().size();
    CHECK(has(place.complaint(file_of(bytes, server.url(path))), reason));
    CHECK(server.requests().size() == before + 1);
    CHECK(content(place.file) == "what was there");
    CHECK_FALSE(exists(place.part));
  };
  refused("/others", "file.bin: SHA-256 " + sha256_hex(others) + ", expected " + sha256_hex(bytes) +
                         "; it is another file, and was not kept (http://");
  refused("/short", "file.bin: 999 bytes, expected 1000; it is another file, and was not kept");
  refused("/long", "file.bin: more bytes, expected 1000; it is another file, and was not kept");
  refused("/endless", "file.bin: more bytes, expected 1000");
}

TEST_CASE("fetch: errors of the server: some are final, some are tried again") {
  const std::string bytes = some_bytes(100);
  const TestServer server([&](const Request& request, std::size_t number) {
    if (request.path == "/gone") return http_head("404 Not Found", {}) + "<html>no</html>";
    if (request.path == "/locked") return http_head("403 Forbidden", {});
    return number % 2 == 0 ? http_head("500 Oh", {"Content-Length: 3"}) + "oh\n" : http_ok(bytes);
  });
  const Place place;
  CHECK(has(place.complaint(file_of(bytes, server.url("/gone"))),
            "file.bin: the server answers 404 (it is not there any more) (http://"));
  CHECK(server.requests().size() == 1);
  CHECK(has(place.complaint(file_of(bytes, server.url("/locked"))),
            "answers 403 (it does not let us)"));
  CHECK(server.requests().size() == 2);
  CHECK_FALSE(exists(place.part));
  fetch_file(file_of(bytes, server.url("/moody")), place.folder.path(), quick);
  CHECK(content(place.file) == bytes);
  CHECK(server.requests().size() == 4);
}

TEST_CASE("fetch: no connection, and a server that says nothing") {
  const std::string bytes = some_bytes(100);
  TestServer server([&](const Request&, std::size_t) { return std::string(); });
  const Place place;
  const auto wanted = file_of(bytes, server.url("/"));
  const std::string message = message_of<FileError>([&] {
    fetch_file(wanted, place.folder.path(),
               {.attempts = 1, .stall_timeout = std::chrono::seconds(1)});
  });
  CHECK(has(message, "given up after 1 attempts"));
  server.stop();
  const std::string refused = place.complaint(wanted);
  CHECK(has(refused, "onnection refused"));
  CHECK(has(refused, "given up after 3 attempts ("));
  CHECK_FALSE(exists(place.part));
}

TEST_CASE("fetch: redirections lead to the web and nowhere else") {
  const std::string bytes = some_bytes(100);
  const Place place;
  const auto secret = place.folder.write("secret", bytes);
  const TestServer server([&](const Request& request, std::size_t) {
    const auto to = [](const std::string& place_named) {
      return http_head("302 Found", {"Location: " + place_named, "Content-Length: 0"});
    };
    if (request.path == "/moved") return to("/file");
    if (request.path == "/disk") return to("file://" + secret.string());
    if (request.path == "/round") return to("/round");
    return http_ok(bytes);
  });
  CHECK(has(place.complaint(file_of(bytes, server.url("/disk"))), "rotocol"));
  CHECK_FALSE(exists(place.file));
  CHECK(has(place.complaint(file_of(bytes, server.url("/round"))), "edirect"));
  auto direct = file_of(bytes, "file://" + secret.string());
  CHECK(has(place.complaint(direct), "rotocol"));
  CHECK_FALSE(exists(place.file));
  fetch_file(file_of(bytes, server.url("/moved")), place.folder.path(), quick);
  CHECK(content(place.file) == bytes);
}

TEST_CASE("fetch: bytes that the file has behind the url's") {
  const std::string bytes = some_bytes(100);
  const TestServer server(
      [&](const Request& request, std::size_t) { return http_range(request, bytes); });
  auto wanted = file_of(bytes + "\n", server.url("/"));
  wanted.append = "\n";
  for (const std::size_t here : {0, 50, 100, 101}) {
    const Place place;
    place.folder.write("sets/some/file.bin.replaybench-part", (bytes + "\n").substr(0, here));
    fetch_file(wanted, place.folder.path(), quick);
    CHECK(content(place.file) == bytes + "\n");
  }
  CHECK(server.requests().size() == 2);
}

TEST_CASE("fetch: a disk that is full or a folder that cannot be made") {
  const std::string bytes = some_bytes(100'000);
  const TestServer server([&](const Request&, std::size_t) { return http_ok(bytes); });
  {
    // A limit on the size of files stands for the disk's end.
    const Place place;
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{10'000, before.rlim_max};
    const auto handler = ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string message = place.complaint(file_of(bytes, server.url("/")));
    ::setrlimit(RLIMIT_FSIZE, &before);
    ::signal(SIGXFSZ, handler);
    CHECK(has(message, "cannot write"));
    CHECK(has(message, "File too large"));
    CHECK(server.requests().size() == 1);
    CHECK(std::filesystem::file_size(place.part) == 10'000);
  }
  {
    const Place place;
    auto enormous = file_of(bytes, server.url("/"));
    enormous.size = std::uint64_t{1} << 60;
    CHECK(has(place.complaint(enormous), " more bytes are needed, the disk has "));
    CHECK_FALSE(exists(place.part));
  }
  const Place place;
  place.folder.write("sets", "a file in the way");
  CHECK(has(place.complaint(file_of(bytes, server.url("/"))), "cannot make folder"));
}

TEST_CASE("fetch: one process at a time has a part") {
  const std::string bytes = some_bytes(100);
  const TestServer server([&](const Request&, std::size_t) { return http_ok(bytes); });
  const Place place;
  {
    make_folder(place.part.parent_path());
    const LockedPart taken(place.part, LockedPart::Unfinished::kept);
    CHECK(has(place.complaint(file_of(bytes, server.url("/"))), "another process is writing it"));
  }
  CHECK_FALSE(exists(place.part));
  fetch_file(file_of(bytes, server.url("/")), place.folder.path(), quick);
  CHECK(content(place.file) == bytes);
  CHECK_THROWS_AS(fetch_file(file_of(bytes, ""), place.folder.path()), std::logic_error);
}

TEST_CASE(
    "fetch: from the web no redirection leads to another protocol, though the library knows it") {
  const std::string bytes = some_bytes(100);
  const TestServer other([&](const Request&, std::size_t) { return http_ok(bytes); });
  const std::string place = other.url("/file").substr(4);  // "://127.0.0.1:..."
  for (const std::string protocol : {"ftp", "ftps", "gopher", "dict", "smtp"}) {
    const TestServer server([&](const Request&, std::size_t) {
      return http_head("302 Found", {"Location: " + protocol + place, "Content-Length: 0"});
    });
    const Place here;
    INFO(protocol);
    CHECK(has(here.complaint(file_of(bytes, server.url("/"))), "rotocol"));
    CHECK(server.requests().size() == 1);
    CHECK_FALSE(exists(here.file));
  }
  CHECK(other.requests().empty());
}

TEST_CASE("fetch: from https a redirection leads to https only") {
  // No server for TLS here: what the library was told is looked at.
  const Place place;
  const auto allowed = [&](const std::string& url) {
    redirection_protocols.clear();
    place.complaint(file_of(some_bytes(10), url));
    return redirection_protocols;
  };
  TestServer closed([](const Request&, std::size_t) { return std::string(); });
  const std::string there = closed.url("/file").substr(4);
  closed.stop();
  CHECK(allowed("https" + there) == "https");
  CHECK(allowed("http" + there) == "http,https");
}

TEST_CASE("fetch: the bytes are on the disk before the file has its name") {
  const std::string bytes = some_bytes(1000);
  const TestServer server([&](const Request&, std::size_t) { return http_ok(bytes); });
  const Place place;
  bool named = true;
  std::uintmax_t size = 0;
  at_next_sync([&] {
    named = exists(place.file);
    size = std::filesystem::file_size(place.part);
  });
  fetch_file(file_of(bytes, server.url("/")), place.folder.path(), quick);
  const auto synced = synced_files();
  REQUIRE(synced.size() >= 2);
  CHECK(synced[synced.size() - 2].filename() == "file.bin.replaybench-part");
  CHECK(std::filesystem::equivalent(synced.back(), place.file.parent_path()));  // it has the name
  CHECK_FALSE(named);
  CHECK(size == bytes.size());
  CHECK(exists(place.file));
}

TEST_CASE("fetch: a server that sends its bytes one by one is given up") {
  const std::string bytes = some_bytes(2'000);
  const auto served = [&](const Request& request, std::size_t) {
    return http_range(request, bytes);
  };
  const TestServer server(served, std::chrono::milliseconds(20));
  const Place place;
  const auto wanted = file_of(bytes, server.url("/"));
  const std::string message = message_of<FileError>([&] {
    fetch_file(wanted, place.folder.path(),
               {.attempts = 2,
                .pause = std::chrono::milliseconds(1),
                .stall_timeout = std::chrono::seconds(1)});
  });
  // In the first second not even the headers are here.
  CHECK(
      has(message, "the server sends fewer than 1000 bytes per second; given up after 2 attempts"));
  CHECK(server.requests().size() == 2);
}

TEST_CASE("fetch: attempts that bring a byte each have an end, and what they brought is kept") {
  const std::string bytes = some_bytes(1'000);
  const TestServer server([&](const Request& request, std::size_t) {
    const std::string answer = http_range(request, bytes);
    return answer.substr(0, answer.size() - (bytes.size() - request.from.value_or(0)) + 1);
  });
  const Place place;
  const std::string message = message_of<FileError>([&] {
    fetch_file(file_of(bytes, server.url("/")), place.folder.path(),
               {.attempts_in_all = 20, .pause = std::chrono::milliseconds(1)});
  });
  CHECK(has(message, "given up after 20 attempts, what is here is kept for the next time"));
  CHECK(server.requests().size() == 20);
  CHECK(content(place.part) == bytes.substr(0, 20));
}

TEST_CASE("fetch: a symbolic link in the place of the part is not followed") {
  const std::string bytes = some_bytes(100);
  const TestServer server([&](const Request&, std::size_t) { return http_ok(bytes); });
  const Place place;
  const auto victim = place.folder.write("victim", "precious");
  std::filesystem::create_directories(place.part.parent_path());
  std::filesystem::create_symlink(victim, place.part);
  CHECK(has(place.complaint(file_of(bytes, server.url("/"))), "is a symbolic link"));
  CHECK(content(victim) == "precious");
  CHECK_FALSE(exists(place.file));
}

}  // namespace
}  // namespace replaybench

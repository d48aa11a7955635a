#include "suite/catalogue/manifest.hpp"

#include <algorithm>
#include <set>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

const std::string head = R"(name = "Toy"
source = "https://example.org/toy"
licence = "CC0"
citation = "A. Author (2000)."
)";
const std::string digest(64, 'a');

std::string problems_of(const std::string& text) {
  return message_of<SpecErrors>([&] { parse_manifest(text, "toy", "toy.toml"); });
}

bool has(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

TEST_CASE("manifest: every manifest of the program can be read and is complete") {
  REQUIRE(manifest_texts().size() >= 2);
  std::set<std::string> paths;
  for (const auto& text : manifest_texts()) {
    INFO(text.id);
    const Manifest& manifest = manifest_of(text.id);
    CHECK(manifest.id == text.id);
    CHECK(has(manifest.source, "https://"));
    CHECK_FALSE(manifest.licence.empty());
    CHECK_FALSE(manifest.citation.empty());
    CHECK_FALSE(manifest.meaning.empty());
    // A set without downloads names the place and the way to get it.
    CHECK((manifest.can_be_fetched() || !manifest.obtain.empty()));
    for (const auto& file : manifest.files) CHECK(paths.insert(file.path).second);
  }
  CHECK(&manifest_of("classification") == &manifest_of("classification"));
  CHECK(has(message_of<SpecErrors>([] { manifest_of("clasification"); }),
            "did you mean \"classification\"?"));
}

TEST_CASE("manifest: all of it, by hand") {
  const Manifest manifest = parse_manifest(head + R"(
licence_url = "https://example.org/cc0"
obtain = "ask"
paper = "https://example.org/paper"
pages = 12
[meaning]
overview = "two files"
[meaning.log]
"" = "row number"
click = "0 or 1"
[[file]]
path = "toy/a.csv"
group = "a"
size = 10
sha256 = ")" + digest + R"("
url = "https://example.org/a"
append = "\n"
rows = 3
kind = "log"
[[file]]
path = "toy/b.csv"
)",
                                           "toy", "toy.toml");
  CHECK(manifest.id == "toy");
  CHECK(manifest.name == "Toy");
  CHECK(manifest.licence_url == "https://example.org/cc0");
  CHECK(manifest.obtain == "ask");
  CHECK(manifest.facts == Facts{{"paper", "https://example.org/paper"}, {"pages", "12"}});
  REQUIRE(manifest.meaning.size() == 2);
  CHECK(manifest.meaning[0].name.empty());
  CHECK(manifest.meaning[0].texts == Facts{{"overview", "two files"}});
  CHECK(manifest.meaning[1].name == "log");
  CHECK(manifest.meaning[1].texts == Facts{{"", "row number"}, {"click", "0 or 1"}});
  REQUIRE(manifest.files.size() == 2);
  const ManifestFile& a = manifest.file("toy/a.csv");
  CHECK(a.group == "a");
  CHECK(a.size == 10u);
  CHECK(a.sha256 == digest);
  CHECK(a.url == "https://example.org/a");
  CHECK(a.append == "\n");
  CHECK(a.facts == Facts{{"rows", "3"}, {"kind", "log"}});
  CHECK_FALSE(manifest.files[1].size);
  CHECK(manifest.size() == 10);
  CHECK_FALSE(manifest.can_be_fetched());
  CHECK(manifest.group("a").size() == 1);
  CHECK(manifest.group("").size() == 2);
  CHECK(manifest.group("c").empty());
  CHECK_THROWS_AS(manifest.file("toy/c.csv"), std::logic_error);
}

TEST_CASE("manifest: everything wrong is reported at once, with its place") {
  CHECK(has(problems_of(head), "needs at least one [[file]]"));
  const std::string missing = problems_of("name = 3\n[[file]]\nsize = -1\n");
  for (const char* what :
       {"\"name\" is the integer 3", "missing key \"source\"", "\"licence\"", "\"citation\"",
        "toy.toml:2:1: missing key \"path\"", "number of bytes"}) {
    CHECK(has(missing, what));
  }
  const auto of_file = [](const std::string& lines) {
    return problems_of(head + "[[file]]\n" + lines);
  };
  for (const char* path :
       {"/etc/passwd", "../x", "a/../../x", "a/../b", "./a", "a//b", "a/", "."}) {
    CAPTURE(path);
    CHECK(has(of_file(std::string("path = \"") + path + "\"\n"),
              "expected a path below the folder of the data"));
  }
  CHECK(has(of_file("path = \"a\"\nsha256 = \"xyz\"\n"), "64 lower-case hexadecimal digits"));
  CHECK(has(of_file("path = \"a\"\nsize = 1\nsha256 = \"" + digest + "\"\nurl = \"file:///a\"\n"),
            "https:// or http://"));
  CHECK(has(of_file("path = \"a\"\nurl = \"https://a\"\n"), "needs \"size\" and \"sha256\""));
  CHECK(has(of_file("path = \"a\"\nsize = 1\nsha256 = \"" + digest +
                    "\"\nurl = \"https://a\"\nappend = \"ab\"\n"),
            "more bytes than the file"));
  CHECK(has(of_file("path = \"a\"\n[[file]]\npath = \"a\"\n"), "\"a\" is there twice"));
  CHECK(has(of_file("path = \"a\"\nrows = [1]\n"), "expected a text, number or boolean"));
  CHECK(has(problems_of("name = "), "toy.toml:1:"));
}

TEST_CASE("manifest: a file has the name of its folder") {
  const TemporaryFolder folder;
  const auto path = folder.write("my_set/manifest.toml", head + "[[file]]\npath = \"a\"\n");
  CHECK(read_manifest(path).id == "my_set");
  CHECK_THROWS_AS(read_manifest(folder.path() / "none.toml"), FileError);
}

TEST_CASE("manifest: a path is a name of one line, and a fact is no infinity") {
  const auto of_file = [](const std::string& lines) {
    return problems_of(head + "[[file]]\n" + lines);
  };
  CHECK(has(of_file("path = \"\"\n"), "\"path\" is the text \"\"; expected a path below"));
  CHECK(has(of_file("path = \"a\\nb\"\n"), "\"a\\nb\"; expected a path below"));
  CHECK(has(of_file("path = \"a\\u0000b\"\n"),
            "\"a\\x00b\"; expected a text without control characters"));
  CHECK(has(of_file("path = \"a\\u001b[31m\"\n"), "expected a text without control characters"));
  CHECK(has(of_file("path = \"a\"\ncolumns = -inf\n"), "a finite number"));
  CHECK(has(of_file("path = \"a\"\ncolumns = nan\n"), "a finite number"));
}

}  // namespace
}  // namespace replaybench

// What a site is made of: notes of sources, documents and their links.

#include "suite/site/site.hpp"

#include "suite/site/documents.hpp"
#include "suite/site/search_index.hpp"
#include "suite/site/source_notes.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

TEST_CASE("site: the comment at the top of a source, and that of a definition") {
  CHECK(leading_comment("#pragma once\n// One.\n//\n//   two\n\n// Later.\n#include <x>\n") ==
        "One.\n\n  two\n");
  CHECK(leading_comment("#include <x>\n// Later.\n").empty());
  CHECK(leading_comment("").empty());
  CHECK(leading_comment("/// Of a function.\nint f();\n").empty());
  const std::string header =
      "// Notation.\n\n/// w r.\n/// A paper.\nextern const D plain;\n/// min(w, M) r.\nextern "
      "const D "
      "plain_capped;\n"
      "extern const D bare;\n";
  CHECK(comment_above(header, "plain") == "w r.\nA paper.\n");
  CHECK(comment_above(header, "plain_capped") == "min(w, M) r.\n");
  CHECK(comment_above(header, "bare").empty());
  CHECK(comment_above(header, "absent").empty());

  const StudyFolder folder;
  const fs::path component = folder.root() / "capped";
  CHECK(source_notes(component, header, "space").empty());
  write_file(component / "capped.cpp", "// Of the source.\n\nauto x = space::plain_capped;\n");
  CHECK(source_notes(component, header, "space") ==
        "min(w, M) r.\n\nNotation.\n\nOf the source.\n");
  write_file(component / "capped.hpp", "#pragma once\n// Of the header.\n");
  CHECK(source_notes(component, header, "space") ==
        "min(w, M) r.\n\nNotation.\n\nOf the header.\n");
  CHECK(source_notes(component, "", "space") == "Of the header.\n");
}

TEST_CASE("site: a document's page, and the way from it to the root") {
  CHECK(page_of_document("README.md") == "index.html");
  CHECK(page_of_document("tutorial/README.md") == "tutorial.html");
  CHECK(page_of_document("evaluators/README.md") == "evaluators/index.html");
  CHECK(page_of_document("experiments/README.md") == "studies/index.html");
  CHECK(page_of_document("experiments/regret/README.md") == "studies/regret.html");
  CHECK(page_of_document("experiments/COVERAGE.md") == "docs/experiments-COVERAGE.html");
  CHECK(page_of_document("suite/bench/README.md") == "docs/suite-bench.html");
  CHECK(page_of_document("CHANGELOG.md") == "docs/CHANGELOG.html");
  CHECK(way_to_root("index.html").empty());
  CHECK(way_to_root("docs/a.html") == "../");
}

TEST_CASE("site: documents are followed, pictures and texts go with them, dead links are named") {
  const StudyFolder folder;
  const fs::path home = folder.root() / "home";
  write_file(home / "README.md",
             "# Home\n\n[more](docs/MORE.md#part) [folder](part) [text](a.toml) [gone](gone.md)\n"
             "[claims](experiments/s/claims.toml) [out](https://example.org/x) [here](#home) "
             "![chart](results/f.svg) `ucb`\n");
  write_file(home / "docs" / "MORE.md", "# More\n\n[back](../README.md) [up](../../secret.txt)\n");
  write_file(home / "part" / "README.md", "# Part\n");
  write_file(home / "a.toml", "a = 1\n");
  write_file(home / "experiments" / "s" / "experiment.toml", "title = 's'\n");
  write_file(folder.root() / "secret.txt", "not of this home\n");
  write_file(folder.root() / "results" / "f.svg", "<svg/>\n");
  DocumentReader reader(home, folder.root() / "results",
                        {{"ucb", "algorithms/ucb.html"}, {"s", "algorithms/s.html"}});
  const auto documents = reader.read({"README.md", "absent.md"});
  REQUIRE(documents.size() == 3);
  CHECK(documents[0].title == "Home");
  const std::string& html = documents[0].html;
  for (const char* part :
       {"href=\"docs/docs-MORE.html#part\"", "href=\"docs/part.html\"", "href=\"studies/s.html\"",
        "href=\"files/a.toml.txt\"", "href=\"https://example.org/x\"", "href=\"#home\"",
        "src=\"images/results/f.svg\"", "<a href=\"algorithms/ucb.html\"><code>ucb</code></a>",
        " gone\n"}) {
    INFO(part << " in " << html);
    CHECK(html.find(part) != std::string::npos);
  }
  CHECK(documents[1].html.find("href=\"../index.html\"") != std::string::npos);
  CHECK(reader.dead_links() == std::set<std::string>{"README.md: there is no gone.md",
                                                     "docs/MORE.md: there is no ../secret.txt"});
  REQUIRE(reader.files().size() == 2);
  CHECK(reader.files().at("images/results/f.svg") == folder.root() / "results" / "f.svg");
}

TEST_CASE("site: the search index is a script, its texts cut between characters") {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "é \n";
  const std::string script = search_script({{"A \"name\"", "term", "a.html", text}});
  CHECK(script.rfind("window.searchIndex = [[\"A \\\"name\\\"\",\"term\",\"a.html\",\"é é", 0) ==
        0);
  CHECK(script.size() < 700);
  CHECK(script.find("é\"]]") + script.find("é \"]]") != 2 * std::string::npos);
}

TEST_CASE("site: a folder of something else is not replaced") {
  const StudyFolder folder;
  write_file(folder.root() / "out" / "mine.txt", "precious\n");
  const SitePlaces places{folder.root(), folder.root() / "results", folder.root() / "out"};
  REQUIRE_THROWS_AS(write_site(places), FileError);
  CHECK(read_file(folder.root() / "out" / "mine.txt") == "precious\n");
}

#include "suite/sources/source_files.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

const char* const engine = "suite/run/compute.cpp";

// A tree of sources: two components, one of which uses the library `learning`.
class Tree {
 public:
  explicit Tree(const char* name = "tree") : root_(folder_.path() / name) {
    write("algorithms/one/one.hpp", "#include \"suite/model/bandit.hpp\"\n");
    write("algorithms/one/one.cpp", "#include \"algorithms/one/one.hpp\"\nint one = 1;\n");
    write("algorithms/one/one_test.cpp", "int test = 1;\n");
    write("evaluators/two/two.cpp", "#include \"suite/learning/ridge.hpp\"\nint two = 2;\n");
    write("suite/model/bandit.hpp", "struct Bandit;\n");
    write("suite/learning/ridge.hpp", "#include \"suite/model/bandit.hpp\"\nvoid solve();\n");
    write("suite/learning/ridge.cpp", "#include \"ridge.hpp\"\nvoid solve() {}\n");
    write("suite/learning/more.cpp", "#include \"suite/learning/ridge.hpp\"\nint more;\n");
    write("suite/learning/user.cpp", "#include \"suite/learning/other.hpp\"\nint user;\n");
    write("suite/learning/other.hpp", "#include \"suite/learning/ridge.hpp\"\n");
    write(engine, "#include \"suite/model/bandit.hpp\"\n");
  }

  void write(const std::string& file, const std::string& text) { write_file(root_ / file, text); }
  SourceFiles files() const {
    SourceFiles files;
    std::vector<fs::path> read;
    add_sources(root_, files, read);
    CHECK(files.size() == read.size());
    return files;
  }
  ComponentSources of(const std::string& component) const {
    for (const auto& one : component_sources(files(), engine)) {
      if (one.component == component) return one;
    }
    return {};
  }
  const fs::path& root() const { return root_; }

 private:
  TemporaryFolder folder_;
  fs::path root_;
};

}  // namespace

TEST_CASE("a component has a digest of its own sources and one of what they reach") {
  Tree tree;
  const ComponentSources before = tree.of("algorithms/one");
  CHECK(before.own.size() == 16);
  CHECK(before.engine.size() == 16);

  tree.write("algorithms/one/one.cpp", "#include \"algorithms/one/one.hpp\"\nint one = 2;\n");
  CHECK(tree.of("algorithms/one").own != before.own);
  CHECK(tree.of("algorithms/one").engine == before.engine);

  tree.write("algorithms/one/one.cpp",
             "// A comment.\n#include \"algorithms/one/one.hpp\"\n\nint   one = 1;\n");
  tree.write("algorithms/one/one_test.cpp", "int test = 2;\n");
  CHECK(tree.of("algorithms/one").own == before.own);

  tree.write("algorithms/one/more.hpp", "");
  CHECK(tree.of("algorithms/one").own != before.own);
}

TEST_CASE(
    "the engine of a component is what it reaches, by headers and the sources that define them") {
  Tree tree;
  const auto one = tree.of("algorithms/one");
  const auto two = tree.of("evaluators/two");
  const auto all = tree.of("");
  const auto changes = [&](const std::string& file) {
    tree.write(file, "#include \"suite/model/bandit.hpp\"\nint changed_" +
                         std::to_string(file.size()) + ";\n");
    return tree.of("evaluators/two").engine != two.engine;
  };
  CHECK_FALSE(changes("suite/learning/user.cpp"));
  CHECK_FALSE(changes("suite/learning/other.hpp"));
  CHECK(tree.of("algorithms/one").engine == one.engine);
  SECTION("the source of the same name") { CHECK(changes("suite/learning/ridge.cpp")); }
  SECTION("a source that includes the header first") { CHECK(changes("suite/learning/more.cpp")); }
  SECTION("a header that a header includes") { CHECK(changes("suite/model/bandit.hpp")); }
  CHECK(tree.of("evaluators/two").own == two.own);
  CHECK((tree.of("").engine == all.engine) == (tree.of("algorithms/one").engine == one.engine));
}

TEST_CASE("a measure is an evaluator whose folder lies deeper") {
  Tree tree;
  tree.write("evaluators/measures/three/three.cpp", "int three = 3;\n");
  const auto three = tree.of("evaluators/three");
  CHECK_FALSE(three.own.empty());
  tree.write("evaluators/measures/three/three.cpp", "int three = 4;\n");
  CHECK(tree.of("evaluators/three").own != three.own);
}

TEST_CASE("the formulas have a digest of their own, which a component that uses them has too") {
  Tree tree;
  CHECK(tree.of("suite/theory").own.empty());
  tree.write("suite/theory/bound.hpp", "double bound();\n");
  tree.write("suite/theory/bound.cpp", "double bound() { return 1; }\n");
  tree.write("evaluators/two/two.cpp", "#include \"suite/theory/bound.hpp\"\n");
  const auto theory = tree.of("suite/theory");
  const auto two = tree.of("evaluators/two");
  const auto one = tree.of("algorithms/one");
  tree.write("suite/theory/bound.cpp", "double bound() { return 2; }\n");
  CHECK(tree.of("suite/theory").own != theory.own);
  CHECK(tree.of("evaluators/two").own != two.own);
  CHECK(tree.of("algorithms/one").own == one.own);
}

TEST_CASE("digests are the same wherever the sources lie, and with what a file knows of them") {
  Tree here("here");
  Tree elsewhere("else where");
  const auto table = table_source(component_sources(here.files(), engine));
  CHECK(table_source(component_sources(elsewhere.files(), engine)) == table);
  CHECK(table.find(here.root().string()) == std::string::npos);

  const TemporaryFolder folder;
  const fs::path known = folder.path() / "known";
  write_file(known, text_of(here.files()));
  CHECK(read_sources(known) == here.files());
  write_file(known, "suite/a.hpp 12 x\n");
  CHECK_THROWS(read_sources(known));
  CHECK_THROWS(component_sources(here.files(), "suite/run/none.cpp"));
}

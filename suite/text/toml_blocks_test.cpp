#include "suite/testing/catch.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {
namespace {

using Texts = std::vector<std::string>;

TomlReader read(std::string_view text) { return TomlReader::parse(text, "f.toml"); }

Texts problems(TomlReader& reader) {
  reader.finish();
  Texts texts;
  for (const auto& problem : reader.problems()) texts.push_back(problem.text());
  return texts;
}

constexpr FormatKey documented[] = {{"b", "name", "", ""}, {"b", "x", "", ""}};

}  // namespace

TEST_CASE("toml blocks: names in headings keep the order of the file") {
  TomlReader reader = read("[b]\nz = {x = 1}\na.x = 2\n[b.m]\nx = 3\n");
  std::string order;
  for (TomlReader& block : reader.blocks("b", "name")) {
    order += block.required_text("name") + std::to_string(block.required_integer("x"));
  }
  CHECK(order == "z1a2m3");
  CHECK(problems(reader).empty());
}

TEST_CASE("toml blocks: a block takes from the defaults what it does not have") {
  TomlReader reader =
      read("[defaults.b]\nx = 1\ny = [2]\n[[b]]\nname = 'p'\n[[b]]\nname = 'q'\nx = 3\n");
  std::vector<std::int64_t> values;
  for (TomlReader& block : reader.blocks("b", "name")) {
    block.required_text("name");
    values.push_back(block.required_integer("x"));
    values.push_back(std::stoi(block.required_scalar_texts("y").at(0)));
  }
  CHECK(values == std::vector<std::int64_t>{1, 2, 3, 2});
  CHECK(problems(reader).empty());
}

TEST_CASE("toml blocks: later defaults are of the blocks after them, the first ones of all") {
  TomlReader reader = read(R"(
[b.before]
[[defaults.b]]
x = 1
y = 2
[b.first]
[[defaults.b]]
x = 3
[b.second]
[b.own]
x = 9
[[defaults.b]]
y = 4
[b.third]
[[defaults.b]]
wrong = 5
)");
  std::string values;
  for (TomlReader& block : reader.blocks("b", "name")) {
    values += block.required_text("name") + " " + std::to_string(block.required_integer("x")) +
              std::to_string(block.required_integer("y")) + "; ";
  }
  CHECK(values == "before 12; first 12; second 32; own 92; third 14; ");
  CHECK(problems(reader) == Texts{"f.toml:16:1: unknown key \"wrong\""});
}

TEST_CASE("toml blocks: a block takes what it lacks from the block that it is like") {
  TomlReader reader = read(R"(
[defaults.b]
z = 9
[b.first]
x = 1
y = 2
[b.second]
like = "first"
y = 3
[b.third]
like = "second"
z = 4
)");
  std::string values;
  for (TomlReader& block : reader.blocks("b", "name")) {
    values += block.required_text("name");
    for (const char* key : {"x", "y", "z"}) values += std::to_string(block.required_integer(key));
  }
  CHECK(values == "first129second139third134");
  CHECK(problems(reader).empty());
  TomlReader unnamed = read("[[b]]\nx = 1\n[[b]]\nlike = 'b'\n");
  CHECK(unnamed.blocks("b").at(0).required_integer("x") == 1);
  CHECK(problems(unnamed) == Texts{"f.toml:4:1: unknown key \"like\""});
  TomlReader wrong = read("[b.p]\nlike = 'next'\n[b.next]\nlike = 'next'\n[b.r]\nlike = 1\n");
  for (TomlReader& block : wrong.blocks("b", "name")) block.required_text("name");
  const std::string text = "\"like\" is the text \"next\"; expected the name of an earlier block";
  CHECK(problems(wrong) ==
        Texts{"f.toml:2:8: " + text, "f.toml:4:8: " + text + "; known: p",
              "f.toml:6:8: \"like\" is the integer 1; expected the name of an earlier block"});
}

TEST_CASE("toml blocks: one block for each case") {
  TomlReader reader = read(R"(
[[b]]
name = "K-$K"
text = "at K = $K, $other"
bound = "$bound"
texts = ["K $K", "x"]
cases = [
  {K = 2, bound = 0.5, note = "n"},
  {K = 10, bound = 1.5},
]
)");
  auto blocks = reader.blocks("b", "name");
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].required_text("name") == "K-2");
  CHECK(blocks[0].required_text("text") == "at K = 2, $other");
  CHECK(blocks[0].required_number("bound") == 0.5);
  CHECK(blocks[0].required_texts("texts") == Texts{"K 2", "x"});
  CHECK(blocks[0].required_text("note") == "n");
  CHECK(blocks[1].required_text("name") == "K-10");
  CHECK(blocks[1].required_number("bound") == 1.5);
  blocks[1].required_texts("texts");
  blocks[1].required_text("text");
  CHECK(problems(reader).empty());
}

TEST_CASE("toml blocks: messages name the block's or the case's line") {
  TomlReader reader = read(
      "[defaults.b]\nwrong = 1\n[[b]]\nx = '$v'\ncases = [\n{v = 1},\n{v = 'a', extra = 2}]\n");
  for (TomlReader& block : reader.blocks("b", "name")) {
    block.required_integer("x");
    block.required_text("name");
  }
  CHECK(problems(reader) ==
        Texts{"f.toml:2:1: unknown key \"wrong\"; known: name, x (the case in line 6)",
              "f.toml:2:1: unknown key \"wrong\"; known: name, x (the case in line 7)",
              "f.toml:3:1: missing key \"name\": a text (the case in line 6)",
              "f.toml:3:1: missing key \"name\": a text (the case in line 7)",
              "f.toml:4:5: \"x\" is the text \"a\"; expected an integer (the case in line 7)",
              "f.toml:7:11: unknown key \"extra\"; known: name, x (the case in line 7)"});
}

TEST_CASE("toml blocks: what is no list of cases, no block, and two names") {
  TomlReader reader = read("[[b]]\ncases = []\n[c]\nq = 1\n[d.e]\nname = 'f'\n");
  reader.blocks("b", "name");
  reader.blocks("c", "name");
  for (TomlReader& block : reader.blocks("d", "name")) block.required_text("name");
  CHECK(problems(reader) ==
        Texts{"f.toml:2:9: \"cases\" is a list of 0 values; expected a list of one or more tables: "
              "[{key = value, ...}, ...]",
              "f.toml:4:5: \"q\" is the integer 1; expected a table, [c.q]",
              "f.toml:6:8: \"name\" is there twice: the block is named \"e\" in its heading"});
}

TEST_CASE("toml blocks: sizes of an unknown block") {
  TomlReader reader = read("[sizes]\nc.x = [1, 2, 3]\n[[b]]\nname = 'long'\n");
  for (TomlReader& block : reader.blocks("b", "name", {}, "sizes")) block.required_text("name");
  CHECK(problems(reader) == Texts{"f.toml:2:1: unknown key \"c\"; known: long"});
}

TEST_CASE("toml blocks: defaults of an unknown kind, or of blocks that are not there") {
  TomlReader reader = read("[defaults.b]\nx = 1\n[defaults.unknown]\ny = 1\n");
  CHECK(reader.blocks("b", "name").empty());
  CHECK(problems(reader) ==
        Texts{"f.toml:2:1: unknown key \"x\"", "f.toml:3:11: unknown key \"unknown\"; known: b"});
}

TEST_CASE("toml blocks: a key without documentation is not read") {
  TomlReader reader = read("[[b]]\nx = 1\ny = 2\n");
  auto blocks = reader.blocks("b", "name", documented);
  CHECK(blocks.at(0).required_integer("x") == 1);
  CHECK_THROWS_AS(blocks.at(0).required_integer("y"), std::logic_error);
}

}  // namespace replaybench

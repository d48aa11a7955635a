#include "suite/text/toml_reader.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"

namespace replaybench {
namespace {

TomlReader read(std::string_view text) { return TomlReader::parse(text, "f.toml"); }

std::vector<std::string> problems(const TomlReader& reader) {
  std::vector<std::string> texts;
  for (const auto& problem : reader.problems()) texts.push_back(problem.text());
  return texts;
}
using Texts = std::vector<std::string>;

TEST_CASE("toml: every type of value") {
  TomlReader reader = read(R"(
text = "hé"
number = 2.5
whole = 3
yes = true
texts = ["a", "b"]
nothing = []
[table]
x = 1
[[row]]
n = 1
[[row]]
n = 2
)");
  CHECK(reader.required_text("text") == "hé");
  CHECK(reader.required_number("number") == 2.5);
  CHECK(reader.required_number("whole") == 3.0);
  CHECK(reader.required_integer("whole") == 3);
  CHECK(reader.optional_boolean("yes", false));
  CHECK(reader.required_texts("texts") == Texts{"a", "b"});
  CHECK(reader.required_texts("nothing").empty());
  CHECK(reader.required_table("table").required_integer("x") == 1);
  CHECK(reader.optional_table("table").has_value());
  std::vector<std::int64_t> rows;
  for (TomlReader row : reader.tables("row")) rows.push_back(row.required_integer("n"));
  CHECK(rows == std::vector<std::int64_t>{1, 2});
  CHECK(reader.optional_text("absent", "x") == "x");
  CHECK(reader.optional_number("absent", 1.5) == 1.5);
  CHECK(reader.optional_integer("absent", 4) == 4);
  CHECK(reader.optional_boolean("absent", true));
  CHECK_FALSE(reader.optional_table("absent"));
  CHECK(reader.tables("absent").empty());
  CHECK(reader.keys() ==
        Texts{"text", "number", "whole", "yes", "texts", "nothing", "table", "row"});
  reader.finish();
  CHECK(problems(reader).empty());
  CHECK_NOTHROW(reader.throw_if_problems());
}

TEST_CASE("toml: all problems at once, in the order of the file") {
  TomlReader reader = read(R"(title = 5
seed = "x"
count = 1.5
flag = 1
list = ["one", 2, true]
names = "one"
titel = "t"
[sub]
depth = 1
dept = 2
[[row]]
id = "a"
[[row]]
)");
  for (TomlReader row : reader.tables("row")) row.required_text("id");
  reader.required_table("sub").required_integer("depth");
  CHECK(reader.required_text("title").empty());
  CHECK(reader.required_integer("seed") == 0);
  CHECK(reader.required_integer("count") == 0);
  CHECK(reader.optional_boolean("flag", true));
  CHECK(reader.required_texts("list").empty());
  CHECK(reader.required_texts("names").empty());
  CHECK(std::isnan(reader.required_number("missing")));
  reader.required_text("title");  // the same problem again is not reported again
  reader.finish();
  reader.finish();
  CHECK(problems(reader) ==
        Texts{"f.toml: missing key \"missing\": a number",
              "f.toml:1:9: \"title\" is the integer 5; expected a text",
              "f.toml:2:8: \"seed\" is the text \"x\"; expected an integer",
              "f.toml:3:9: \"count\" is the number 1.5; expected an integer",
              "f.toml:4:8: \"flag\" is the integer 1; expected true or false",
              "f.toml:5:16: value 2 of \"list\" is the integer 2; expected a text",
              "f.toml:5:19: value 3 of \"list\" is true; expected a text",
              "f.toml:6:9: \"names\" is the text \"one\"; expected a list of texts",
              "f.toml:7:1: unknown key \"titel\" (did you mean \"title\"?)",
              "f.toml:10:1: unknown key \"dept\" (did you mean \"depth\"?)",
              "f.toml:13:1: missing key \"id\": a text"});
  try {
    reader.throw_if_problems();
    FAIL("it does not throw");
  } catch (const SpecErrors& errors) {
    CHECK(errors.problems().size() == 11);
  }
}

TEST_CASE("toml: very many problems are found in linear time, each once") {
  std::string text;
  constexpr std::size_t rows = 20'000;  // quadratic work would take minutes
  for (std::size_t i = 0; i < rows; ++i) text += "[[row]]\n";
  TomlReader reader = read(text);
  for (TomlReader row : reader.tables("row")) {
    row.required_text("id");
    row.required_text("id");
  }
  CHECK(reader.problem_count() == rows);
  CHECK(reader.problems().size() == 101);
}

TEST_CASE("toml: tables where others are expected") {
  TomlReader reader = read("a = 1\nb = [1]\nc = 1979-05-27\n");
  CHECK_FALSE(reader.optional_table("a"));
  TomlReader missing = reader.required_table("d");
  missing.required_text("x");  // the missing table is the problem, not its keys
  CHECK(reader.tables("a").empty());
  CHECK(reader.tables("b").empty());
  reader.required_text("c");
  reader.finish();
  CHECK(problems(reader) ==
        Texts{"f.toml: missing key \"d\": a table",
              "f.toml:1:5: \"a\" is the integer 1; expected a table",
              "f.toml:1:5: \"a\" is the integer 1; expected tables, each under [[a]]",
              "f.toml:2:6: \"b\" contains the integer 1; expected tables, each under [[b]]",
              "f.toml:3:5: \"c\" is a date or time; expected a text"});
}

TEST_CASE("toml: syntax errors have their place") {
  try {
    read("a = 1\nb = = 2\n");
    FAIL("it does not throw");
  } catch (const SpecErrors& errors) {
    REQUIRE(errors.problems().size() == 1);
    CHECK(errors.problems()[0].place.file == "f.toml");
    CHECK(errors.problems()[0].place.line == 2);
    CHECK(errors.problems()[0].place.column == 5);
    CHECK_FALSE(errors.problems()[0].message.empty());
  }
  CHECK_THROWS_AS(read("a = 1\na = 2\n"), SpecErrors);
}

TEST_CASE("toml: one of a set of texts") {
  TomlReader reader = read("a = 'erratun'\nb = 'red'\nc = 3\nf = 'x'\n");
  CHECK(reader.one_of("a", {"erratum", "reproduces"}).empty());
  CHECK(reader.one_of("b", {"green", "red"}) == "red");
  CHECK(reader.one_of("c", {"x"}, "x") == "x");
  CHECK(reader.one_of("d", {"x", "y"}, "y") == "y");
  CHECK(reader.one_of("e", {"x"}).empty());
  CHECK(reader.one_of("f", {}).empty());
  CHECK(problems(reader) == Texts{"f.toml: missing key \"e\": a text",
                                  "f.toml:1:5: \"a\" is \"erratun\"; expected one of \"erratum\", "
                                  "\"reproduces\" (did you mean \"erratum\"?)",
                                  "f.toml:3:5: \"c\" is the integer 3; expected a text",
                                  "f.toml:4:5: \"f\" is \"x\"; there is none to choose from"});
}

TEST_CASE("toml: values per profile") {
  TomlReader reader = read(R"(plain = 7
each = {smoke = 1, standard = 10, full = 100}
half = {smoke = 1, full = 100.5}
words = {smoke = ["a"], full = ["b", "c"]}
[wrong]
smok = 1
full = "many"
)");
  CHECK(reader.integer_for_profile("plain", Profile::full) == 7);
  CHECK(reader.integer_for_profile("plain", Profile::smoke) == 7);
  CHECK(reader.integer_for_profile("each", Profile::smoke) == 1);
  CHECK(reader.integer_for_profile("each", Profile::standard) == 10);
  CHECK(reader.integer_for_profile("each", Profile::full) == 100);
  CHECK(reader.texts_for_profile("words", Profile::smoke) == Texts{"a"});
  CHECK(reader.texts_for_profile("words", Profile::full) == Texts{"b", "c"});
  CHECK(reader.integer_for_profile("absent", Profile::smoke, 5) == 5);
  CHECK(reader.text_for_profile("absent", Profile::smoke, "x") == "x");
  CHECK(problems(reader).empty());

  CHECK(reader.integer_for_profile("absent", Profile::smoke) == 0);
  CHECK(reader.texts_for_profile("words", Profile::standard).empty());
  CHECK(reader.integer_for_profile("wrong", Profile::smoke) == 0);
  // The full profile's value is checked though the smoke profile is asked for.
  CHECK(reader.integer_for_profile("half", Profile::smoke) == 1);
  CHECK(problems(reader) ==
        Texts{"f.toml: missing key \"absent\": an integer, or a table of them for smoke, standard "
              "and full",
              "f.toml:3:27: \"half.full\" is the number 100.5; expected an integer",
              "f.toml:4:9: \"words\" has no value for the profile \"standard\"; given: full, smoke",
              "f.toml:5:1: \"wrong\" has no value for the profile \"smoke\"; given: full",
              "f.toml:6:1: \"smok\" is not a profile (did you mean \"smoke\"?)",
              "f.toml:7:8: \"wrong.full\" is the text \"many\"; expected an integer"});
}

TEST_CASE("toml: values as they are spelt") {
  TomlReader reader = read("a = [1, 0.1, 'x', true, 2.0]\nb = 1e-3\nc = [[1]]\n");
  CHECK(reader.required_scalar_texts("a") == Texts{"1", "0.1", "x", "true", "2"});
  CHECK(reader.required_scalar_text("b") == "0.001");
  CHECK(reader.required_scalar_texts("c").empty());
  CHECK(problems(reader) == Texts{"f.toml:3:6: value 1 of \"c\" is a list of 1 values; expected a "
                                  "text, number or boolean"});
}

TEST_CASE("toml: own problems, and places inside a text") {
  TomlReader reader = read(
      "one = 'abc'\n"
      "e = 1\ntwo = \"\"\"\nab\ncd\"\"\"\n"
      "three = \"a\\tb\"\nfour = \"\"\"xé y\"\"\"\n");
  const auto text = [&](std::string_view key, std::size_t offset) {
    return SpecProblem{reader.place_in_text(key, offset), ""}.text();
  };
  CHECK(text("one", 0) == "f.toml:1:8: ");
  CHECK(text("one", 2) == "f.toml:1:10: ");
  CHECK(text("two", 1) == "f.toml:4:2: ");
  CHECK(text("two", 3) == "f.toml:5:1: ");
  CHECK(text("three", 2) == "f.toml:6:9: ");  // escapes: the value's own place
  CHECK(text("four", 4) == "f.toml:7:14: ");  // é is one column and two bytes
  CHECK(text("absent", 2) == "f.toml: ");
  const auto elements = read("list = [1,\n 'b']").element_places("list");
  REQUIRE(elements.size() == 2);
  CHECK(elements[0].column == 9);
  CHECK(elements[1].line == 2);
  CHECK(reader.element_places("one").empty());

  CHECK(reader.expect(true, "one", "anything"));
  CHECK_FALSE(reader.expect(false, "e", "an integer of at least 2"));
  reader.problem("one", "no good");
  CHECK(problems(reader) ==
        Texts{"f.toml:1:7: no good",
              "f.toml:2:5: \"e\" is the integer 1; expected an integer of at least 2"});
}

TEST_CASE("toml: files") {
  CHECK_THROWS_AS(TomlReader::read_file("/nowhere/f.toml"), FileError);
  CHECK_THROWS_AS(TomlReader::read_file("/"), FileError);
  const TemporaryFolder folder;
  const auto path = folder.write("f.toml", "x = 1\n");
  TomlReader reader = TomlReader::read_file(path);
  CHECK(reader.required_integer("x") == 1);
  reader.required_text("y");
  CHECK(problems(reader)[0] == path.string() + ": missing key \"y\": a text");
}

TEST_CASE("TOML: a text without its closing quote is found where it begins") {
  const auto error = [](const char* text) -> std::string {
    try {
      read(text);
    } catch (const SpecErrors& errors) {
      return errors.what();
    }
    return "";
  };
  CHECK(error("a = 1\ntitle = \"x\nb = 2\n") ==
        "f.toml:2:9: the text that begins here has no closing \" on its line");
  CHECK(error("title = 'x\n") ==
        "f.toml:1:9: the text that begins here has no closing ' on its line");
  CHECK(error("a = [\"it's\", \"y]\nb = 1\n") ==
        "f.toml:1:14: the text that begins here has no closing \" on its line");
  CHECK(error("a = \"x\"\nb = = 1\n").starts_with("f.toml:2:5: this is not TOML: "));
}

TEST_CASE("TOML: of values for each profile, the one that is wrong is named, at its place") {
  TomlReader reader = read("n = {smoke = 0, standard = 5}\n");
  const auto value = reader.integer_for_profile("n", Profile::smoke);
  CHECK_FALSE(reader.expect(value >= 1, "n", "a whole number from 1", Profile::smoke));
  REQUIRE(reader.problem_count() == 1);
  CHECK(reader.problems()[0].text() ==
        "f.toml:1:14: \"n.smoke\" is the integer 0; expected a whole number from 1");
}

TEST_CASE("toml: a nested reader outlives the others") {
  const auto nested = [] {
    return read("[a]\nx = 'long enough to be on the heap'").required_table("a");
  };
  TomlReader reader = nested();
  CHECK(reader.required_text("x") == "long enough to be on the heap");
  reader.required_text("y");
  CHECK(problems(reader) == Texts{"f.toml:1:1: missing key \"y\": a text"});
}

TEST_CASE("toml: a key of very many parts is refused, with its place") {
  const auto key = [](std::size_t parts) {
    std::string text = "a";
    for (std::size_t i = 1; i < parts; ++i) text += i % 2 == 0 ? ".a" : ".\"b.c\"";
    return text;
  };
  const auto error = [](const std::string& text) {
    return message_of<SpecErrors>([&] { read(text); });
  };
  const std::string refused = ": a key of more than 32 parts; allowed: at most 32";
  CHECK(error("x = 1\n" + key(40'000) + " = 1\n") == "f.toml:2:1" + refused);
  CHECK(error("[" + key(33) + "]\n") == "f.toml:1:2" + refused);
  CHECK(error("x = {y = 1, " + key(33) + " = 1}\n") == "f.toml:1:12" + refused);
  CHECK(error(key(32) + " = 1\n[x." + key(31) + "]\n").empty());
  // Dots in texts, comments and numbers are not those of a key.
  const std::string dots(100, '.');
  CHECK(error("# " + dots + "\nx = \"" + dots + "\\\"" + dots + "\"\ny = '" + dots + "' # " + dots +
              "\nz = \"\"\"\n" + dots + "\"" + dots + "\\\"\"\"" + dots + "\"\"\"\nu = '''" + dots +
              "\n'" + dots + "'''\n")
            .empty());
  std::string numbers;
  for (int i = 0; i < 40; ++i) numbers += "1.5, ";
  CHECK(error("x = [" + numbers + "]\n").empty());
}

TEST_CASE("toml: of very many problems a hundred are told, and how many more there are") {
  std::string text;
  for (int i = 0; i < 1'000; ++i) text += "k" + std::to_string(i) + " = 1\n";
  TomlReader reader = read(text);
  for (int i = 0; i < 50; ++i) reader.required_text("k" + std::to_string(i));
  reader.finish();
  CHECK(reader.problem_count() == 1'000);
  const Texts told = problems(reader);
  REQUIRE(told.size() == 101);
  CHECK(told[0] == "f.toml:1:6: \"k0\" is the integer 1; expected a text");
  CHECK(told[100] == "f.toml: 900 further problems; mend the first 100, then the others are shown");
  // A default stands for a wrong value also when its problem has no text any more.
  CHECK(reader.one_of("k999", {"a"}, "b") == "b");
  CHECK(reader.problem_count() == 1'001);
}

TEST_CASE("toml: a text with a control character is refused, line ends and tabs are not") {
  TomlReader reader = read(
      "a = \"x\\u001b[31m\"\nb = \"a\\u0000b\"\nc = [\"x\", \"\\u007f\"]\nd = \"1\\r\\n\\t2\"\ne = "
      "1\n");
  reader.required_text("a");
  reader.required_scalar_text("b");
  reader.required_texts("c");
  CHECK(reader.required_text("d") == "1\r\n\t2");
  reader.required_text("e");
  CHECK(
      problems(reader) ==
      Texts{"f.toml:1:5: \"a\" is the text \"x\\x1b[31m\"; expected a text without control "
            "characters",
            "f.toml:2:5: \"b\" is the text \"a\\x00b\"; expected a text, number or boolean "
            "without control characters",
            "f.toml:3:11: value 2 of \"c\" is the text \"\\x7f\"; expected a text without control "
            "characters",
            "f.toml:5:5: \"e\" is the integer 1; expected a text"});
}

}  // namespace
}  // namespace replaybench

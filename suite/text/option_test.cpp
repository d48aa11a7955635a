#include "suite/text/option.hpp"

#include "suite/testing/catch.hpp"
#include "suite/text/quoted_text.hpp"

using namespace replaybench;

namespace {

struct Written {
  std::string plain, command_line, python, study;
};

void check_styles(const std::string& mark, const Written& expected) {
  CHECK(in_style(mark, OptionStyle::plain) == expected.plain);
  CHECK(in_style(mark, OptionStyle::command_line) == expected.command_line);
  CHECK(in_style(mark, OptionStyle::python) == expected.python);
  CHECK(in_style(mark, OptionStyle::study) == expected.study);
}

}  // namespace

TEST_CASE("an option is written as each front end's users write it") {
  check_styles(option("skip_bad_lines"),
               {"skip_bad_lines", "--skip-bad-lines", "skip_bad_lines", "skip_bad_lines"});
  check_styles(option("skip_bad_lines", "true"), {"skip_bad_lines=true", "--skip-bad-lines",
                                                  "skip_bad_lines=True", "skip_bad_lines=true"});
  check_styles(option("intercept", "false"),
               {"intercept=false", "--no-intercept", "intercept=False", "intercept=false"});
  check_styles(option("bootstrap", "200"),
               {"bootstrap=200", "--bootstrap 200", "bootstrap=200", "bootstrap=200"});
  check_styles(option("missing_reward", "zero"),
               {"missing_reward=zero", "--missing-reward zero", R"(missing_reward="zero")",
                R"(missing_reward="zero")"});
}

TEST_CASE("an option that maps names is a dict in Python and a list in a study") {
  check_styles(option("columns", "action=NAME"),
               {"columns=action=NAME", "--columns action=NAME", R"(columns={"action": "NAME"})",
                R"(columns=["action=NAME"])"});
  check_styles(option("columns", "action=item,reward=..."),
               {"columns=action=item,reward=...", "--columns action=item,reward=...",
                R"(columns={"action": "item", "reward": "..."})",
                R"(columns=["action=item", "reward=..."])"});
  check_styles(option("hashed", "a:b:64"), {"hashed=a:b:64", "--hashed a:b:64",
                                            R"(hashed={"a:b": 64})", R"(hashed=["a:b:64"])"});
  CHECK(in_style(option("hashed", "a,b:64"), OptionStyle::python) == R"(hashed={"a,b": 64})");
}

TEST_CASE("on the command line a value is one word of a shell") {
  const auto word = [](std::string_view value) {
    return in_style(option("separator", value), OptionStyle::command_line);
  };
  CHECK(word(";") == "--separator ';'");
  CHECK(word(",") == "--separator ','");
  CHECK(word("\t") == "--separator tab");
  CHECK(word("two words") == "--separator 'two words'");
  CHECK(word("it's") == R"(--separator 'it'\''s')");
  CHECK(word("a\x1b") == R"(--separator 'a\x1b')");
  CHECK(in_style(option("separator", "\t"), OptionStyle::python) == R"(separator="\t")");
}

TEST_CASE("a front end has names of its own for some options") {
  const OptionName names[] = {{"path", "log"}, {"algorithm", "policy"}};
  CHECK(in_style(option("path", "a.csv") + ", " + option("seed", "1"), OptionStyle::command_line,
                 names) == "--log a.csv, --seed 1");
  CHECK(in_style(option("algorithm") + ":1:1: unknown", OptionStyle::python, names) ==
        "policy:1:1: unknown");
}

TEST_CASE("text around marks stays, several marks are written") {
  const std::string message =
      "use " + option("skip_bad_lines", "true") + " or " + option("missing_reward", "drop") + ".";
  CHECK(in_style(message, OptionStyle::command_line) ==
        "use --skip-bad-lines or --missing-reward drop.");
  CHECK(in_style("", OptionStyle::python).empty());
  CHECK(in_style("no option", OptionStyle::python) == "no option");
}

TEST_CASE(
    "text of the user's is no mark: quoted it has no control character, and a value holds none") {
  const std::string mark = option("skip_bad_lines", "true");
  const std::string quoted = quoted_text(mark);
  for (const auto style :
       {OptionStyle::plain, OptionStyle::command_line, OptionStyle::python, OptionStyle::study}) {
    CHECK(in_style(quoted, style) == quoted);
  }
  CHECK(in_style(option("hashed", mark), OptionStyle::command_line) ==
        R"(--hashed '\x01skip_bad_lines\x02true\x03')");
}

TEST_CASE("what is no whole mark stays as it is") {
  for (const std::string text : {"\x01", "\x01\x03", "a\x01skip", "\x01 x\x03", "\x01\x02v\x03",
                                 "\x03\x02", "\x01seed\x01", "\x01-rf\x02v\x03"}) {
    CHECK(in_style(text, OptionStyle::command_line) == text);
  }
  CHECK(in_style("\x01" + option("seed", "1"), OptionStyle::command_line) == "\x01--seed 1");
}

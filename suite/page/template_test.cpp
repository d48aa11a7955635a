#include "suite/page/template.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using nlohmann::json;

namespace {

std::string rendered(std::string_view text, const json& values,
                     const std::string& name = "a.html") {
  const std::vector<EmbeddedText> files{
      {name, text}, {"part.txt", "<{{x}}>\n"}, {"open.html", "\n\n{{#x}}"}};
  return Templates(files).render(name, values);
}

// The message of the bug that a template has.
std::string failure(std::string_view text, const json& values, const std::string& name = "a.html") {
  try {
    rendered(text, values, name);
  } catch (const std::logic_error& problem) {
    return problem.what();
  }
  return "none";
}

const std::string hostile = "<b a=\"'\">&|\n{{x}}{{{x}}}";

}  // namespace

TEST_CASE("template: a value is escaped for its kind of file, and is never a template") {
  CHECK(rendered("[{{t}}]", {{"t", hostile}}) == "[&lt;b a=&quot;'&quot;&gt;&amp;|\n{{x}}{{{x}}}]");
  CHECK(rendered("[{{{t}}}]", {{"t", hostile}}) == "[" + hostile + "]");
  CHECK(rendered("|{{t}}|", {{"t", "a|b\nc<"}}, "a.md") == "|a\\|b c<|");
  CHECK(rendered("{{a.b}}{{n}}{{f}}", {{"a", {{"b", "x"}}}, {"n", -3}, {"f", false}}) == "x-3");
}

TEST_CASE("template: lists, objects and what counts as nothing") {
  const json nested{{"name", "outer"},
                    {"rows", {{{"cells", {"1", "<"}}}, {{"cells", json::array()}}}}};
  CHECK(rendered("{{#rows}}({{#cells}}{{.}}{{name}},{{/cells}}){{/rows}}", nested) ==
        "(1outer,&lt;outer,)()");
  CHECK(rendered("{{#rows}}\n- {{#cells}}{{.}}{{/cells}}{{^cells}}none{{/cells}}\n{{/rows}}\nend",
                 nested) == "- 1&lt;\n- none\nend");
  CHECK(rendered("{{#a}}{{b}}{{/a}}", {{"a", {{"b", "x"}}}}) == "x");
  for (const json& nothing : {json(), json(false), json(""), json::array()}) {
    INFO(nothing.dump());
    CHECK(rendered("{{#a}}yes{{/a}}{{^a}}no{{/a}}", {{"a", nothing}}) == "no");
  }
  for (const json& something : {json(true), json("x"), json(0), json::object(), json{1}}) {
    INFO(something.dump());
    CHECK(rendered("{{#a}}yes{{/a}}{{^a}}no{{/a}}", {{"a", something}}) == "yes");
  }
}

TEST_CASE("template: another file is included without its last line end") {
  CHECK(rendered("a{{> part.txt}}b", {{"x", "&"}}) == "a<&amp;>b");
  CHECK(rendered("{{#l}}{{> part.txt}}{{/l}}", {{"l", {{{"x", "1"}}, {{"x", "2"}}}}}) == "<1><2>");
}

TEST_CASE("template: whatever is wrong in one is said with its name and line") {
  CHECK(failure("\n {{missing}}", json::object()) == "a.html:2: no value for {{missing}}");
  CHECK(failure("\n\n{{#missing}}{{/missing}}", json::object()) ==
        "a.html:3: no value for {{missing}}");
  CHECK(failure("{{^missing}}{{/missing}}", json::object()) ==
        "a.html:1: no value for {{missing}}");
  CHECK(failure("{{a}}\n{{a.b}}", {{"a", "x"}}) == "a.html:2: no value for {{a.b}}");
  CHECK(failure("{{> part.txt}}", json::object()) == "part.txt:1: no value for {{x}}");
  CHECK(failure("\n{{#x}}", {{"x", true}}) == "a.html:2: Unclosed section \"x\"");
  CHECK(failure("{{#x}}{{/y}}", {{"x", true}}) == "a.html:1: Unclosed section \"x\"");
  CHECK(failure("\n{{/x}}", {{"x", true}}) == "a.html:2: Unopened section \"x\"");
  CHECK(failure("\n{{x", {{"x", true}}) == "a.html:2: Unclosed tag");
  CHECK(failure("{{> open.html}}", {{"x", true}}) == "open.html:3: Unclosed section \"x\"");
  CHECK(failure("{{> nowhere}}", json::object()) == "there is no template nowhere");
  CHECK(failure("", json::object(), "a.css") == "a.css is neither HTML nor Markdown");
  CHECK(failure("{{x}}", {{"x", 0.5}}).find("0.5") != std::string::npos);
  CHECK_THROWS_AS(page_templates().render("nowhere.html", json::object()), std::logic_error);
}

TEST_CASE("template: a document has its style and, if asked, its script inside") {
  const std::string plain = html_document("a < b", "<h1>x</h1>\n", false);
  CHECK(plain.find("<title>a &lt; b</title>") != std::string::npos);
  CHECK(plain.find("<h1>x</h1>") != std::string::npos);
  CHECK(plain.find(page_templates().text("page.css")) != std::string::npos);
  CHECK(plain.find("<script") == std::string::npos);
  CHECK(html_document("a", "", true).find(page_templates().text("page.js")) != std::string::npos);
}

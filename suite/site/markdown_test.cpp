#include "suite/site/markdown.hpp"

#include "suite/site/filter_program.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;

TEST_CASE("markdown: headings have GitHub's names, repeated ones a number") {
  CHECK(heading_slug("Evaluate on <em>your</em> log") == "evaluate-on-your-log");
  CHECK(heading_slug("`<code>a_b</code>`, what &amp; why?") == "a_b-what--why");
  CHECK(heading_slug("Étude 5.1") == "Étude-51");
  const std::string html = html_of_markdown("# One\n\n## Two *words*\n\n## Two words\n");
  CHECK(html.find("<h1 id=\"one\">One</h1>") != std::string::npos);
  CHECK(html.find("<h2 id=\"two-words\">") != std::string::npos);
  CHECK(html.find("<h2 id=\"two-words-1\">") != std::string::npos);
}

TEST_CASE("markdown: tables and code scroll, raw HTML is left out") {
  const std::string html = html_of_markdown(
      "| a | b |\n|---|--:|\n| 1 | 2 |\n\n```sh\nx < y\n```\n\n<script>bad</script>\n");
  CHECK(html.find("<div class=scroll tabindex=0 role=region") != std::string::npos);
  CHECK(html.find("<th scope=col align=\"right\">b</th>") != std::string::npos);
  CHECK(html.find("x &lt; y") != std::string::npos);
  CHECK(html.find("<pre tabindex=0>") != std::string::npos);
  CHECK(html.find("<script") == std::string::npos);
}

TEST_CASE("markdown: sections") {
  const auto sections = sections_of_html(
      "before<h1 id=\"a\">A &amp; B</h1>\n<p>one</p><h2 id=\"c\">C</h2><p>two</p>");
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].slug == "a");
  CHECK(sections[0].heading == "A & B");
  CHECK(sections[0].text == " one");
  CHECK(sections[1].heading == "C");
  CHECK(sections[1].text == "two");
  CHECK(sections_of_html("<p>none</p>").empty());
}

TEST_CASE("markdown: links are resolved, dropped where they lead nowhere") {
  const auto resolve = [](const std::string& link) {
    return link == "gone" ? LinkTarget{"", true} : LinkTarget{link + "?x&y"};
  };
  CHECK(with_links("<p><a href=\"a&amp;b\">words</a></p>", resolve) ==
        "<p><a href=\"a&amp;b?x&amp;y\">words</a></p>");
  CHECK(with_links("<a href=\"gone\">words</a> <a href=\"b\">more</a>", resolve) ==
        "words <a href=\"b?x&amp;y\">more</a>");
  CHECK(with_links("<img src=\"gone\" alt=\"a chart\" />", resolve) == "<em>a chart</em>");
  CHECK(with_links("<img src=\"p\" alt=\"a\" />", resolve) ==
        "<img loading=lazy src=\"p?x&amp;y\" alt=\"a\" />");
}

TEST_CASE("markdown: code that is a known name becomes a link") {
  const auto address = [](const std::string& name) {
    return name == "ucb" ? std::string("ucb.html") : std::string();
  };
  CHECK(with_linked_names("<code>ucb{alpha=1}</code>", address) ==
        "<a href=\"ucb.html\"><code>ucb{alpha=1}</code></a>");
  for (const std::string same : {"<code>ucb_2</code>", "<a href=\"x\"><code>ucb</code></a>",
                                 "<pre tabindex=0><code>ucb</code></pre>"}) {
    CHECK(with_linked_names(same, address) == same);
  }
}

TEST_CASE("markdown: a program that is missing or fails is named, with its purpose") {
  CHECK(filtered_by({"cat"}, "words", "a copy") == "words");
  const auto message = [](const std::vector<std::string>& command) {
    try {
      filtered_by(command, "words", "a copy");
    } catch (const FileError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  CHECK(message({"no-such-program-here"}) ==
        "a copy: cannot start no-such-program-here: No such file or directory");
  CHECK(message({"cat", "/no/such/file"}).find("a copy: cat failed: ") == 0);
}

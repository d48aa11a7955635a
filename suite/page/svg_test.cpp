#include "suite/page/svg.hpp"

#include <string>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

const std::string defaults =
    " stroke-width=\"1.00\" stroke-linecap=\"butt\" stroke-linejoin=\"miter\"";

}  // namespace

TEST_CASE("svg: groups without a drawing go, the others stay") {
  CHECK(shorter_svg("<g fill=\"none\">\n</g>\n<g id=\"a\">\n<path d='M1,2'/></g>\n<g id=\"b\">\n"
                    "</g>\n</svg>\n") == "<g id=\"a\">\n<path d='M1,2'/></g>\n</svg>\n");
  // A group on the line of what it holds, and a text that ends without a new line.
  const std::string drawing = "<g id=\"a\"><circle r='1'/>\n</g>\n<g id=\"b\">";
  CHECK(shorter_svg(drawing) == drawing);
}

TEST_CASE("svg: strokes say what is not the default") {
  CHECK(shorter_svg("<g color=\"black\"" + defaults + ">\n<path/></g>\n") ==
        "<g color=\"black\">\n<path/></g>\n");
  CHECK(shorter_svg("<g stroke-width=\"2.00\" stroke-linecap=\"butt\" stroke-linejoin=\"miter\">\n"
                    "<path/></g>\n") == "<g stroke-width=\"2.00\">\n<path/></g>\n");
  const std::string round =
      "<g stroke-width=\"1.00\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<path/></g>\n";
  CHECK(shorter_svg(round) == round);
}

TEST_CASE("svg: a label has the font of its group, unless the drawing has two") {
  const std::string group = "<g font-family=\"A\" font-size=\"13\"><text><tspan ";
  const std::string label = "font-family=\"A\" ";
  CHECK(shorter_svg(group + label + "dy=\"2\">1.00</tspan></text></g>\n") ==
        group + "dy=\"2\">1.00</tspan></text></g>\n");
  const std::string two =
      group + label + ">x</tspan><tspan font-family=\"B\" >y</tspan></text></g>\n";
  CHECK(shorter_svg(two) == two);
}

TEST_CASE("svg: blanks between the parts of a text are kept, others are not") {
  const std::string after =
      "<tspan >A</tspan><tspan dy=\"3.9\">b</tspan><tspan > as</tspan></text>\n";
  const std::string before = "<tspan >A </tspan><tspan dy=\"3.9\">b</tspan></text>\n";
  const std::string tick = "<text><tspan > 10</tspan><tspan dy=\"-6\">2</tspan></text>\n";
  const std::string kept = "<text xml:space=\"preserve\">";
  CHECK(shorter_svg(tick + "<text>" + after + tick + "<text>" + before) ==
        tick + kept + after + tick + kept + before);
}

TEST_CASE("svg: other fonts are named after DejaVu Sans") {
  CHECK(with_other_fonts("<g font-family=\"DejaVu Sans\"><tspan font-family=\"DejaVu Sans\">") ==
        "<g font-family=\"DejaVu Sans, Verdana, sans-serif\">"
        "<tspan font-family=\"DejaVu Sans, Verdana, sans-serif\">");
}

TEST_CASE("svg: the picture has the figure's title") {
  CHECK(with_title("<title>Gnuplot</title>", "a < b & c") == "<title>a &lt; b &amp; c</title>");
  CHECK(with_title("<title>Gnuplot</title>", "") == "<title>Gnuplot</title>");
}

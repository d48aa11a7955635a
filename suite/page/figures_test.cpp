#include "suite/page/figures.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/math/distributions/students_t.hpp>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

const std::string plot =
    "# title: a line\n# tables: line\nset yrange [0:5]\nplot table('line') using 'x':'y' with "
    "lines\n";

// A study with a table `line`, below a folder of this name.
struct Study {
  explicit Study(const std::string& name = "plain") : root(folder.root() / name) {
    write_file(root / "tables" / "line.csv", "x,y\n1,2\n2,nan\n3,4\n");
    fs::create_directories(root / "study");
  }
  std::vector<Figure> draw() const {
    return draw_figures(root / "study", root / "tables", root / "figures", {"line"});
  }
  Figure drawn(const std::string& script) const {
    write_file(root / "study" / "f.gp", script);
    return draw().at(0);
  }
  std::string failure(const std::string& script) const {
    const Figure figure = drawn(script);
    CHECK(figure.is_drawn() == figure.failed.empty());
    return figure.is_drawn() ? "it was drawn" : figure.failed;
  }

  StudyFolder folder;
  fs::path root;
};

// Value of an expression of the shared style, on the row of a table.
double printed(const std::string& expression, const std::string& table = "x\n1\n") {
  const Study study;
  write_file(study.root / "tables" / "row.csv", table);
  const fs::path output = study.root / "output";
  const Figure figure =
      study.drawn("value = NaN\nplot table('row') using (value = " + expression +
                  ", 1):(1)\nset print '" + output.string() + "'\nprint sprintf('%.15g', value)\n");
  REQUIRE(figure.failed == "");
  return std::stod(read_file(output));
}

std::size_t files_in(const fs::path& folder) {
  std::size_t files = 0;
  std::error_code none;
  for ([[maybe_unused]] const auto& file : fs::directory_iterator(folder, none)) ++files;
  return files;
}

}  // namespace

TEST_CASE("figures: a script is drawn as SVG and PNG, in the order of names") {
  const Study study;
  write_file(study.root / "study" / "b.gp", plot);
  write_file(study.root / "study" / "a.gp", plot);
  write_file(study.root / "study" / "readme.txt", "not a script");
  const auto figures = study.draw();
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].name == "a");
  CHECK(figures[1].title == "a line");
  CHECK(read_file(figures[0].svg).find("<svg") != std::string::npos);
  CHECK(read_file(figures[0].png).substr(1, 3) == "PNG");
  CHECK(files_in(study.root / "figures") == 6);  // two and a seal each; nothing is left beside them
}

TEST_CASE(
    "figures: the shared style: title and subtitle in the picture, numbers, panels of one size") {
  const Study study;
  write_file(
      study.root / "study" / "f.gp",
      "# title: A_title {of} 100%, it's @ all\n# tables: line\nsubtitle = 'T = '.number(1234567).' "
      "'."
      "number(100).' '.number(0.25).\"\\nsecond line\"\neval panels(1, 2)\nset title 'left'\n"
      "plot table('line') using 1:2 lc rgb blue\nplot table('line') using 1:2\n");
  const std::string svg = read_file(study.draw().at(0).svg);
  for (const char* text :
       {"A_title {of} 100%, it's @ all", "T = 1,234,567 100 0.25", "second line"}) {
    INFO(text);
    CHECK(svg.find(text) != std::string::npos);
  }
  CHECK(svg.find("font-family=\"DejaVu Sans, Verdana, sans-serif\"") != std::string::npos);
  CHECK(svg.find("font-family=\"DejaVu Sans\"") == std::string::npos);
}

TEST_CASE("figures: a logarithmic axis ends with its data, and ticks can be close") {
  const Study study;
  write_file(study.root / "tables" / "line.csv", "x,y\n25,130\n30,260\n");
  const std::string of = "# title: t\n# tables: line\nset logscale y\n";
  const std::string drawing = "plot table('line') using 'x':'y' with lines notitle\n";
  const auto text_of = [&](const std::string& script) {
    const Figure figure = study.drawn(script);
    REQUIRE(figure.failed.empty());
    return read_file(figure.svg);
  };
  const auto has = [](const std::string& svg, const std::string& label) {
    return svg.find(">" + label + "<") != std::string::npos;
  };
  const std::string close = text_of(of + "eval close_ticks('y')\n" + drawing);
  CHECK(has(close, "200"));
  for (const char* beyond : {"10", "50", "100", "500", "1000", "1,000"})
    CHECK_FALSE(has(close, beyond));
  // Lines that a script does not colour have the colours of the palette.
  CHECK(close.find("0,  89, 141") != std::string::npos);
}

TEST_CASE("figures: the factor of an interval is Student's quantile") {
  struct Bound {
    double p, freedom, relative;
  };
  // One and two degrees of freedom are exact; from ten on the expansion is, to five digits.
  for (const Bound& b : {Bound{0.975, 1, 1e-12}, Bound{0.975, 2, 1e-12}, Bound{0.975, 3, 1e-3},
                         Bound{0.975, 4, 1e-3}, Bound{0.975, 5, 1e-3}, Bound{0.975, 9, 1e-5},
                         Bound{0.975, 39, 1e-5}, Bound{0.975, 1999, 1e-6}, Bound{0.975, 1e6, 1e-6},
                         Bound{0.995, 1, 1e-12}, Bound{0.995, 2, 1e-12}, Bound{0.995, 3, 2e-3},
                         Bound{0.995, 5, 1e-3}, Bound{0.995, 9, 1e-5}, Bound{0.995, 99, 1e-6}}) {
    INFO(b.p << ", " << b.freedom << " degrees of freedom");
    const double exact =
        boost::math::quantile(boost::math::students_t_distribution<double>(b.freedom), b.p);
    std::ostringstream call;
    call << "student(" << b.p << ", " << std::fixed << std::setprecision(0) << b.freedom + 1 << ")";
    CHECK(printed(call.str()) == Approx(exact).epsilon(b.relative));
  }
  CHECK(std::isnan(printed("student(0.975, 1)")));
}

TEST_CASE("figures: half of an interval, from a column's standard error and replicates") {
  const std::string table = "y_se,y_n,z_se\n3,2,7\n";
  const auto half = [&](const std::string& call) { return printed(call, table); };
  CHECK(half("half('y')") == Approx(3 * 12.7062047362));
  CHECK(half("half_of('z', 'y')") == Approx(7 * 12.7062047362));
  CHECK(half("half_99('y')") == Approx(3 * 63.6567411629));
}

TEST_CASE("figures: the interval of a root mean square, from a column's mean and deviation") {
  const std::string table = "y,y_sd,y_n\n3,2,10\n";
  // The mean square of ten normal values is 9 + 4 x 9/10; its variance is (2 x 2^4 + 4 x 3^2 x 2^2)/10.
  const double half = 2.2621571628 * std::sqrt(17.6);
  CHECK(printed("root_square('y', 0)", table) == Approx(std::sqrt(12.6)));
  CHECK(printed("root_square('y', -1)", table) == Approx(std::sqrt(12.6 - half)).epsilon(1e-4));
  CHECK(printed("root_square('y', 1)", table) == Approx(std::sqrt(12.6 + half)).epsilon(1e-4));
  CHECK(printed("root_square('y', -1)", "y,y_sd,y_n\n0,2,2\n") == 0);
}

TEST_CASE("figures: means and intervals of rows that are replicates") {
  const Study study;
  write_file(study.root / "tables" / "line.csv", "x,y,kind\n1,2,a\n1,4,a\n1,90,b\n5,7,a\n5,7,a\n");
  const Figure figure = study.drawn(
      "# title: t\n# tables: line\n"
      "eval means_of_rows('$Means', table('line'), 'column(\"x\")', '1 5', 'stringcolumn(\"kind\") "
      "eq "
      "\"a\"', '-column(\"y\")')\n"
      "set label 1 $Means[1].' and '.$Means[2].'; '.|$Means|.' rows' at screen 0.1, screen 0.5\n"
      "plot $Means using 1:2:3 with yerrorlines notitle\n");
  REQUIRE(figure.failed.empty());
  // Of 2 and 4 the standard error is 1, and Student's quantile at one degree of freedom 12.7062.
  CHECK(missing(read_file(figure.svg), {"1,-3,12.7062047 and 5,-7,0; 2 rows"}) == "");
}

TEST_CASE("figures: what the report defines is there for the scripts") {
  const Study study;
  write_file(
      study.root / "study" / "f.gp",
      "# tables: line\nset xlabel runs('line').'; '.intervals('long').'; '.last('line', 'T')."
      "'; '.number(first('line', 'T'))\n" +
          plot);
  const auto figures =
      draw_figures(study.root / "study", study.root / "tables", study.root / "figures", {"line"},
                   "replicates(table) = table eq 'line' ? 1 : 4000\n"
                   "values(table, name) = '1000 2000 50000'\n");
  CHECK(missing(read_file(figures.at(0).svg),
                {"1 replicate; 95% intervals over 4,000 replicates; 50000; 1,000"}) == "");
}

TEST_CASE("figures: spaces, quotes and more in paths") {
  for (const char* name : {"two words", "it's", "\"quoted\"", "$HOME `ls` ;&|", "back\\slash",
                           "100%d", "é{x}", "-rf"}) {
    INFO(name);
    const Study study(name);
    write_file(study.root / "study" / "f.gp", plot);
    CHECK(study.draw().size() == 1);
    CHECK(fs::file_size(study.root / "figures" / "f.png") > 1000);
  }
}

TEST_CASE("figures: gnuplot's own words when a script is wrong, and nothing is left behind") {
  const Study study;
  CHECK(missing(study.failure("plot no_such_function(x)\n"),
                {"gnuplot failed on study/f.gp:", "\"study/f.gp\" line ", "no_such_function"}) ==
        "");
  CHECK(missing(study.failure("bad syntax here\n"), {"bad syntax here", "invalid command"}) == "");
  CHECK(missing(study.failure("plot table('line') using 'zeta':1\n"), {"zeta"}) == "");
  CHECK(missing(study.failure("do for [t in 'p q'] { plot table(t) using 1:2 }\n"), {"p.csv"}) ==
        "");
  CHECK(missing(study.failure(""), {"it drew nothing"}) == "");
  CHECK(missing(study.failure("exit\n"), {"it drew nothing"}) == "");
  CHECK(missing(study.failure("set output '/dev/null'\n" + plot), {"it drew nothing"}) == "");
  CHECK(files_in(study.root / "figures") == 0);
}

TEST_CASE("figures: one that cannot be drawn does not keep the others from being drawn") {
  const Study study;
  write_file(study.root / "study" / "a.gp", plot);
  write_file(study.root / "study" / "b.gp", "plot no_such_function(x)\n");
  write_file(study.root / "study" / "c.gp", plot);
  const auto figures = study.draw();
  REQUIRE(figures.size() == 3);
  CHECK(figures[0].is_drawn());
  CHECK(missing(figures[1].failed, {"b.gp", "no_such_function"}) == "");
  CHECK(figures[1].skipped.empty());
  CHECK(figures[2].is_drawn());
  CHECK(files_in(study.root / "figures") == 6);
}

TEST_CASE("figures: what gnuplot warns of is kept, and is no failure") {
  const Study study;
  write_file(study.root / "tables" / "holes.csv", "x,y\nnan,nan\n");
  const Figure figure = study.drawn(
      "set yrange [0:5]\nset xrange [0:5]\n"
      "plot table('line') using 'x':'y', table('holes') using 'x':'y'\n");
  CHECK(figure.is_drawn());
  CHECK(missing(figure.warnings, {"warning", "no valid points"}) == "");
  CHECK(fs::exists(figure.png));
  CHECK(files_in(study.root / "figures") == 2);
  CHECK(study.drawn(plot).warnings.empty());
}

TEST_CASE("figures: a person's settings of gnuplot do not reach a figure") {
  const Study study;
  study.drawn(plot);
  const std::string expected = read_file(study.root / "figures" / "f.svg");
  write_file(study.root / "home" / ".gnuplot", "set label 'mine' at graph 0.5, graph 0.5\n");
  const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "/";
  ::setenv("HOME", (study.root / "home").c_str(), 1);
  study.drawn(plot + "# drawn again\n");
  ::setenv("HOME", home.c_str(), 1);
  CHECK(read_file(study.root / "figures" / "f.svg") == expected);
}

TEST_CASE("figures: a drawing that is cut short is no figure, and the one before stays") {
  const Study study;
  REQUIRE(study.failure(plot) == "it was drawn");
  const std::string svg = read_file(study.root / "figures" / "f.svg");
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  rlimit tight = before;
  tight.rlim_cur = 8192;
  const auto handler =
      std::signal(SIGXFSZ, SIG_IGN);  // gnuplot inherits it: its writes fail, as on a full disk
  ::setrlimit(RLIMIT_FSIZE, &tight);
  const std::string words = study.failure(plot + "# drawn again\n");
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(missing(words, {"the drawing is cut short after ", "is the disk full?"}) == "");
  CHECK(read_file(study.root / "figures" / "f.svg") == svg);
  CHECK(files_in(study.root / "figures") == 2);
}

TEST_CASE("figures: what is unchanged is not drawn again, and what changed is") {
  const Study study;
  write_file(study.root / "study" / "f.gp", plot);
  const fs::path svg = study.root / "figures" / "f.svg";
  const fs::path png = study.root / "figures" / "f.png";
  std::string definitions = "one = 1\n";
  const auto is_drawn_again = [&] {
    const auto long_ago = fs::file_time_type() + std::chrono::hours(1);
    for (const fs::path& file : {svg, png}) {
      if (fs::exists(file)) fs::last_write_time(file, long_ago);
    }
    const auto figures = draw_figures(study.root / "study", study.root / "tables",
                                      study.root / "figures", {"line"}, definitions);
    REQUIRE(figures.at(0).is_drawn());
    CHECK(figures[0].title == "a line");
    const bool again = fs::last_write_time(svg) != long_ago;
    CHECK((fs::last_write_time(png) != long_ago) == again);
    return again;
  };
  CHECK(is_drawn_again());
  CHECK_FALSE(is_drawn_again());
  write_file(study.root / "tables" / "line.csv", "x,y\n1,2\n2,nan\n3,3\n");
  CHECK(is_drawn_again());
  write_file(study.root / "study" / "f.gp", plot + "# another script\n");
  CHECK(is_drawn_again());
  definitions = "one = 2\n";
  CHECK(is_drawn_again());
  write_file(svg, "damaged");
  CHECK(is_drawn_again());
  fs::remove(png);
  CHECK(is_drawn_again());
  CHECK_FALSE(is_drawn_again());
  // A warning is not lost: it is said each time.
  write_file(study.root / "study" / "f.gp",
             plot + "set xrange [0:5]\nplot table('line') using 'x':(NaN)\n");
  CHECK(is_drawn_again());
  CHECK(is_drawn_again());
}

TEST_CASE("figures: several processes draw one figure, and a part that was left goes") {
  const Study study;
  write_file(study.root / "study" / "f.gp", plot);
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) ::_exit(study.draw().at(0).is_drawn() ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  CHECK(files_in(study.root / "figures") == 3);
  write_file(part_prefix(study.root / "figures" / "f.png", children[0]) += "0", "left");
  study.draw();
  CHECK(files_in(study.root / "figures") == 3);
}

TEST_CASE("figures: a script that waits for a key does not wait") {
  const Study study;
  CHECK(study.failure(plot + "pause -1\n") == "it was drawn");
}

TEST_CASE("figures: a table that is not there skips the figure, with the reason") {
  const Study study;
  write_file(study.root / "study" / "f.gp", "# tables: line other\nplot table('other')\n");
  const auto figures = study.draw();
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].skipped == "table \"other\" is not there");
  CHECK_FALSE(fs::exists(figures[0].svg));
}

TEST_CASE("figures: no scripts, no figures; no gnuplot, its name") {
  const Study study;
  CHECK(study.draw().empty());
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const std::string words = study.failure(plot);
  ::setenv("PATH", path.c_str(), 1);
  CHECK(missing(words, {"gnuplot failed on ", "not found"}) == "");
}

#include "suite/component/bind.hpp"

#include <limits>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

enum class Mode { slow, fast, never_named };

struct Inner {
  double width = 2;
};

struct Base {
  std::uint64_t steps = 7;
};

struct Options : Base {
  bool flag = true;
  std::uint8_t byte = 200;
  std::int32_t offset = -5;
  double share = 0.25;
  std::string path = "here";
  std::string word = "b";
  Mode mode = Mode::fast;
  bool exact = false;
  std::vector<std::uint16_t> ids{1, 65535};
  std::vector<double> grid{0.5, 1};
  std::vector<std::string> columns{"a=b"};
  Inner inner{3};
};

Binding<Options> all_types() {
  return bind_parameters<Options>(
      boolean(&Options::flag, "flag", "a flag"),
      integer(&Options::byte, "byte", "an unsigned integer of one byte"),
      integer(&Options::offset, "offset", "a signed integer"),
      real(&Options::share, "share", "a share").at_least(0).at_most(1).source("a paper"),
      text(&Options::path, "path", "a path"),
      choice(&Options::word, "word", {"a", "b", "c"}, "a word"),
      choice(&Options::mode, "mode", {{"slow", Mode::slow}, {"fast", Mode::fast}}, "a mode"),
      choice(&Options::exact, "form", {{"exact", true}, {"rounded", false}}, "a form"),
      integers(&Options::ids, "ids", "numbers of two bytes"),
      reals(&Options::grid, "grid", "reals").above(0).finite(),
      integer(&Options::steps, "steps", "a member of the base").at_least(1).tuned_over({1, 10}),
      group(&Options::inner, bind_parameters<Inner>(real(&Inner::width, "width", "a width"))),
      texts(&Options::columns, "columns", "texts").of_pairs('=').keeps_commas());
}

std::vector<SpecProblem> problems_of(const std::string& text) {
  std::vector<SpecProblem> problems;
  const ComponentText written = parse_component(text, {}, problems);
  REQUIRE(problems.empty());
  resolve_parameters(written, all_types().described(), problems);
  return problems;
}

Options read(const std::string& text) {
  std::vector<SpecProblem> problems;
  const ComponentText written = parse_component(text, {}, problems);
  const auto binding = all_types();
  const Parameters parameters = resolve_parameters(written, binding.described(), problems);
  REQUIRE(problems.empty());
  return binding.read(parameters);
}

}  // namespace

TEST_CASE("bind: the defaults are those of the struct") {
  std::vector<SpecProblem> problems;
  const Parameters parameters =
      resolve_parameters(parse_component("thing", {}, problems), all_types().described(), problems);
  CHECK(parameters.canonical() ==
        "{byte=200, columns=[\"a=b\"], flag=true, form=\"rounded\", grid=[0.5, 1], ids=[1, 65535], "
        "mode=\"fast\", "
        "offset=-5, path=\"here\", share=0.25, steps=7, width=3, word=\"b\"}");
  const Options options = all_types().read(parameters);
  CHECK(options.byte == 200);
  CHECK(options.mode == Mode::fast);
  CHECK(options.inner.width == 3);
  CHECK(options.ids == std::vector<std::uint16_t>{1, 65535});
}

TEST_CASE("bind: every type of member is filled with what is written") {
  const Options options = read(
      "thing{flag=false, byte=255, offset=-2147483648, share=1, path='x', word='c', mode='slow', "
      "form='exact', ids=[0], grid=[2], steps=9, width=-1, columns=x}");
  CHECK_FALSE(options.flag);
  CHECK(options.byte == 255);
  CHECK(options.offset == std::numeric_limits<std::int32_t>::min());
  CHECK(options.share == 1);
  CHECK(options.path == "x");
  CHECK(options.word == "c");
  CHECK(options.mode == Mode::slow);
  CHECK(options.exact);
  CHECK(options.ids == std::vector<std::uint16_t>{0});
  CHECK(options.grid == std::vector<double>{2});
  CHECK(options.columns == std::vector<std::string>{"x"});
  CHECK(all_types().changed(Options{}).empty());
  Options changed;
  changed.exact = true;
  changed.inner.width = 4;
  CHECK(all_types().changed(changed) == std::vector<std::string>{"form", "width"});
  CHECK(options.steps == 9);
  CHECK(options.inner.width == -1);
}

TEST_CASE("bind: a value that the member cannot hold is refused, not wrapped round") {
  const auto text_of = [](const std::string& text) {
    const auto problems = problems_of(text);
    REQUIRE(problems.size() == 1);
    return problems[0].message;
  };
  CHECK(text_of("thing{byte=256}") == "parameter \"byte\" of thing: 256 is not from 0 to 255");
  CHECK(text_of("thing{byte=-1}").find("-1 is not from 0 to 255") != std::string::npos);
  CHECK(text_of("thing{offset=2147483648}").find("is not from") != std::string::npos);
  CHECK(text_of("thing{ids=[1, 65536]}").find("65536 is not from 0 to 65535") != std::string::npos);
  // If the range is the stronger condition, the message names the range.
  CHECK(text_of("thing{steps=0}").find("0 is outside [1, inf)") != std::string::npos);
}

TEST_CASE("bind: values that did not pass the validation are a bug, whatever they would become") {
  const auto binding = bind_parameters<Options>(
      integer(&Options::byte, "byte", "a byte"),
      choice(&Options::mode, "mode", {{"slow", Mode::slow}, {"fast", Mode::fast}}, "a mode"));
  const auto value = [](std::int64_t byte, const std::string& mode) {
    return Parameters({{"byte", byte}, {"mode", mode}});
  };
  CHECK(binding.read(value(1, "slow")).mode == Mode::slow);
  CHECK_THROWS_AS(binding.read(value(256, "slow")), std::logic_error);
  CHECK_THROWS_AS(binding.read(value(1, "swift")), std::logic_error);
  CHECK_THROWS_AS(binding.read(Parameters({{"byte", std::int64_t{1}}})), std::logic_error);
  CHECK_THROWS_AS(binding.read(Parameters({{"byte", 1.0}, {"mode", std::string("slow")}})),
                  std::logic_error);
}

TEST_CASE("bind: wrong types, ranges and names are found as before") {
  for (const char* bad : {"flag=1", "byte=1.5", "share='x'", "share=1.5", "path=1", "word='d'",
                          "mode='never_named'", "form=true", "ids=[0.5]", "grid=1", "grid=[0]",
                          "grid=[inf]", "width=nan", "widht=1", "inner=1"}) {
    INFO(bad);
    CHECK(problems_of("thing{" + std::string(bad) + "}").size() == 1);
  }
}

TEST_CASE("bind: the description has everything that was said, the default first of the choices") {
  const auto described = all_types().described();
  REQUIRE(described.size() == 13);
  const auto& share = described[3];
  CHECK(share.name == "share");
  CHECK(share.type == ParameterType::real);
  CHECK(share.meaning == "a share");
  CHECK(share.source_text == "a paper");
  CHECK(share.range_text() == "[0, 1]");
  CHECK(described[5].range_text() == "b | a | c");
  CHECK(described[6].range_text() == "fast | slow");
  CHECK(described[9].range_text() == "(0, inf)");
  CHECK(described[10].candidates == std::vector<double>{1, 10});
  CHECK(described[11].name == "width");
  CHECK(described[12].type == ParameterType::texts);
  CHECK(described[12].pair_separator == '=');
  CHECK(described[12].keeps_commas);
}

TEST_CASE("bind: a default without a name, and a name that is there twice, are refused") {
  CHECK_THROWS_AS(bind_parameters<Options>(
                      choice(&Options::mode, "mode", {{"slow", Mode::slow}}, "fast is missing")),
                  std::logic_error);
  CHECK_THROWS_AS(bind_parameters<Options>(real(&Options::share, "share", "one"),
                                           boolean(&Options::flag, "share", "another")),
                  std::logic_error);
}

TEST_CASE("bind: bindings of the same struct and of a base are taken over") {
  const auto base = bind_parameters<Base>(integer(&Base::steps, "steps", "steps"));
  auto binding = bind_parameters<Options>(base, boolean(&Options::flag, "flag", "a flag"));
  binding.add(bind_parameters<Options>(real(&Options::share, "share", "a share")));
  REQUIRE(binding.described().size() == 3);
  CHECK(binding.described()[0].name == "steps");
  const Options options =
      binding.read(Parameters({{"steps", std::int64_t{1}}, {"flag", false}, {"share", 0.5}}));
  CHECK(options.steps == 1);
  CHECK_FALSE(options.flag);
  CHECK(options.share == 0.5);
  CHECK(options.path == "here");  // not bound: as in the struct
}

TEST_CASE("bind: a parameter that came later is left out of the canonical text at its default") {
  const auto binding = bind_parameters<Options>(
      real(&Options::share, "share", "a share").at_least(0),
      integer(&Options::steps, "steps", "a count").at_least(1).added_later());
  const auto canonical = [&](const std::string& text) {
    std::vector<SpecProblem> problems;
    const ComponentText written = parse_component(text, {}, problems);
    const Parameters parameters = resolve_parameters(written, binding.described(), problems);
    REQUIRE(problems.empty());
    binding.read(parameters);  // its value is there all the same
    return parameters.canonical();
  };
  CHECK(canonical("x") == "{share=0.25}");
  CHECK(canonical("x{steps=7}") == "{share=0.25}");
  CHECK(canonical("x{steps=8}") == "{share=0.25, steps=8}");
}

TEST_CASE("bind: the factory is given the struct, and what else the description gives") {
  const auto make = all_types().factory(
      [](const Options& options, int more) { return static_cast<int>(options.steps) + more; });
  std::vector<SpecProblem> problems;
  const Parameters parameters = resolve_parameters(parse_component("thing{steps=4}", {}, problems),
                                                   all_types().described(), problems);
  CHECK(make(parameters, 30) == 34);
}

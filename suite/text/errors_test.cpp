#include "suite/text/errors.hpp"

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("a problem's text: as much of the place as is known") {
  CHECK(SpecProblem{{"a.toml", 3, 7}, "wrong"}.text() == "a.toml:3:7: wrong");
  CHECK(SpecProblem{{"a.toml", 3, 0}, "wrong"}.text() == "a.toml:3: wrong");
  CHECK(SpecProblem{{"--seed", 0, 0}, "wrong"}.text() == "--seed: wrong");
  CHECK(SpecProblem{{}, "wrong"}.text() == "wrong");
}

TEST_CASE("errors are reported all at once, one line each") {
  const SpecErrors errors({{{"a.toml", 1, 2}, "first"}, {{}, "second"}});
  CHECK(std::string(errors.what()) == "a.toml:1:2: first\nsecond");
  CHECK(errors.problems().size() == 2);
}

TEST_CASE("the nearest name: one slip is forgiven, two in a longer word") {
  const std::vector<std::string> names{"lin_ucb", "ucb", "uniform_random"};
  CHECK(nearest_name("lin_ubc", names) == "lin_ucb");   // swapped
  CHECK(nearest_name("linucb", names) == "lin_ucb");    // left out
  CHECK(nearest_name("lin__ucb", names) == "lin_ucb");  // put in
  CHECK(nearest_name("uvb", names) == "ucb");           // replaced
  CHECK(nearest_name("uniform", names).empty());        // seven away from fourteen
  CHECK(nearest_name("unifrm_randm", names) == "uniform_random");
  CHECK(nearest_name("xyz", names).empty());
  CHECK(nearest_name("ucb", names) == "ucb");
  CHECK(nearest_name("ucb", {}).empty());
}

TEST_CASE("the nearest name: capitals are no difference") {
  const std::vector<std::string> names{"lin_ucb", "ucb", "T_bred"};
  CHECK(nearest_name("LinUCB", names) == "lin_ucb");
  CHECK(nearest_name("UCB", names) == "ucb");
  CHECK(nearest_name("t_bred", names) == "T_bred");
}

TEST_CASE("the nearest names: those with the word, or a word like it, in them first, each once") {
  const std::vector<std::string> names{"replay", "ucb",    "lin_ucb", "kl_ucb", "moss",
                                       "moth",   "replay", "exp3",    "exp4"};
  CHECK(nearest_names("ucb", names, 3) == std::vector<std::string>{"ucb", "kl_ucb", "lin_ucb"});
  CHECK(nearest_names("MOSS", names, 2) == std::vector<std::string>{"moss", "moth"});
  CHECK(nearest_names("replayed", names, 1) == std::vector<std::string>{"replay"});
  CHECK(nearest_names("boostrapp", {"bandit", "constant", "arm_bootstrap", "bootstrap"}, 2) ==
        std::vector<std::string>{"bootstrap", "arm_bootstrap"});
  CHECK(nearest_names("x", names).size() == 5);
  CHECK(nearest_names(std::string(1'000'000, 'u'), names).size() == 5);
  CHECK(nearest_names("", {}).empty());
}

TEST_CASE("the nearest name: the first of equally near ones") {
  CHECK(nearest_name("ab", {"ac", "ad"}) == "ac");
}

TEST_CASE("a suggestion: the nearest name, or all that are known") {
  CHECK(suggestion("alpah", {"alpha", "beta"}) == " (did you mean \"alpha\"?)");
  CHECK(suggestion("gamma_ray", {"alpha", "beta"}) == "; known: alpha, beta");
  CHECK(suggestion("alpha", {}).empty());
  CHECK(suggestion("gamma_ray", {"a\rb", "\xd7"}) == R"(; known: "a\rb", "\xd7")");
  CHECK(suggestion("click", {"clic\x1b"}) == R"( (did you mean "clic\x1b"?))");
  std::vector<std::string> many;
  for (char c = 'a'; c < 'y'; ++c) many.push_back(std::string(3, c) + "_name");
  CHECK(suggestion("something", many).starts_with("; the nearest: "));
  CHECK(suggestion("something", many).size() < 70);
}

TEST_CASE("exit codes are distinct and documented numbers") {
  CHECK(static_cast<int>(ExitCode::success) == 0);
  CHECK(static_cast<int>(ExitCode::spec_error) == 2);
  CHECK(static_cast<int>(ExitCode::bug) == 70);
}

TEST_CASE("a problem that quotes a very long text is shown by its beginning and its end") {
  const std::string all_of_it(1'990, 'x');
  CHECK(SpecProblem{{"f", 1, 2}, all_of_it}.text() == "f:1:2: " + all_of_it);
  std::string message = "in \"";
  for (int i = 0; i < 100'000; ++i) message += "ü";
  message += "\": no such name";
  const std::string shown = SpecProblem{{"f", 1, 2}, message}.text();
  CHECK(shown.size() < 2'100);
  CHECK(shown.starts_with("f:1:2: in \"üü"));
  CHECK(shown.ends_with("üü\": no such name"));
  CHECK(shown.find("ü ... (198120 bytes left out) ... ü") != std::string::npos);
}

TEST_CASE("what() never shows a mark; each front end has the text in its style") {
  const DataError error("a.csv: use " + option("skip_bad_lines", "true"));
  CHECK(std::string(error.what()) == "a.csv: use skip_bad_lines=true");
  CHECK(error.text(OptionStyle::command_line) == "a.csv: use --skip-bad-lines");
  CHECK(error.text(OptionStyle::python) == "a.csv: use skip_bad_lines=True");
  const std::runtime_error& base = error;
  CHECK(std::string(base.what()) == error.what());
}

TEST_CASE("a place may be an option, and problems that come together keep their marks") {
  const SpecErrors errors({{{option("algorithm"), 1, 5}, "unknown"}, {{"a.toml", 1, 2}, "wrong"}});
  CHECK(errors.text(OptionStyle::command_line) == "--algorithm:1:5: unknown\na.toml:1:2: wrong");
  const OptionName names[] = {{"algorithm", "policy"}};
  CHECK(errors.text(OptionStyle::python, names) == "policy:1:5: unknown\na.toml:1:2: wrong");
  CHECK(std::string(errors.what()) == "algorithm:1:5: unknown\na.toml:1:2: wrong");
}

TEST_CASE(
    "marks that are written stay as they are, in an error that is thrown on and in its problems") {
  try {
    try {
      throw SpecErrors("use " + option("intercept", "false"));
    } catch (Error& error) {
      error.write_options(OptionStyle::study);
      throw;
    }
  } catch (const SpecErrors& error) {
    CHECK(error.text(OptionStyle::command_line) == "use intercept=false");
    CHECK(std::string(error.what()) == "use intercept=false");
    CHECK(error.problems().front().message == "use intercept=false");
  }
}

TEST_CASE("the kind of an error decides the exit code") {
  CHECK(SpecErrors("x").kind() == ErrorKind::spec);
  CHECK(exit_code_of(DataError("x").kind()) == ExitCode::data_error);
  CHECK(exit_code_of(FileError("x").kind()) == ExitCode::system_error);
  CHECK(exit_code_of(ErrorKind::not_applicable) == ExitCode::spec_error);
}

TEST_CASE("a long message is never cut within a mark") {
  for (std::size_t before = 1'470; before <= 1'510; ++before) {
    for (std::size_t behind = 370; behind <= 410; ++behind) {
      const std::string mark = option("missing_reward", "zero");
      const SpecErrors errors(std::string(before, 'x') + mark + std::string(500, 'y') + mark +
                              std::string(behind, 'z'));
      const std::string shown = errors.text(OptionStyle::command_line);
      if (shown.find('\x01') != std::string::npos || shown.find('\x03') != std::string::npos) {
        FAIL("cut with " << before << " characters before and " << behind << " behind");
      }
    }
  }
  SUCCEED();
}

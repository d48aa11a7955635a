#include <algorithm>
#include <set>

#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Texts = std::vector<std::string>;

namespace {

// A tuning: algorithms on line 8, candidates on line 9, what follows from line 12.
struct Tuning {
  std::string algorithms =
      "'UCB = ucb{alpha=$candidate}', 'greedy = epsilon_greedy{epsilon="
      "$candidate}'";
  std::string candidates = "candidates = { UCB = [0.1, 1, 3], greedy = [0, 0.5] }";
  std::string extra = "replicates = 4\nselection = 3\nblock = 2\n";
  std::string table = {};
  std::string sweep = "'T = 5 10'";

  std::string text() const {
    return study_head + "[[tuning]]\nname = 'fair'\nsweep = [" + sweep +
           "]\ndatasets = ['arms = bernoulli_arms']\nalgorithms = [" + algorithms + "]\n" +
           candidates + "\nevaluators = ['replay']\nhorizon = 'T'\n" + extra +
           "[[table]]\nname = 'x'\nfrom = 'fair'\n" + table;
  }
};

std::string axes_of(const Cell& cell) {
  std::string text;
  for (const auto& axis : cell.axes) text += axis.name + "=" + axis.value + " ";
  return text;
}

Texts columns_of(const Tuning& tuning) {
  const Plan plan = plan_of(tuning.text());
  Texts names;
  for (const auto& column : result_columns(plan, plan.spec->tables[0])) {
    if (column.name == "step") return names;
    names.push_back(column.name + (column.numeric ? "" : " (text)"));
  }
  return names;
}

std::string told(const std::string& candidates, const std::string& algorithms = {}) {
  Tuning tuning;
  tuning.candidates = candidates;
  if (!algorithms.empty()) tuning.algorithms = algorithms;
  return problems_of(tuning.text());
}

}  // namespace

TEST_CASE("tuning: every candidate is a combination, selection replicates follow the reported") {
  const Plan plan = plan_of(Tuning().text());
  // 2 T, 3 + 2 candidates, 7 replicates in blocks of 2.
  REQUIRE(plan.cells.size() == 2 * 5 * 4);
  CHECK(axes_of(plan.cells[0]) ==
        "T=5 dataset=arms algorithm=UCB candidate=0.1 evaluator=replay horizon=5 ");
  CHECK(axes_of(plan.cells[4]) ==
        "T=5 dataset=arms algorithm=UCB candidate=1 evaluator=replay horizon=5 ");
  CHECK(axes_of(plan.cells[16]) ==
        "T=5 dataset=arms algorithm=greedy candidate=0.5 evaluator=replay horizon=5 ");
  CHECK(missing(plan.cells[16].canonical, {"epsilon_greedy#", "epsilon=0.5", "keep rows"}) == "");
  std::uint64_t expected = 0;
  std::set<std::string> texts;
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    CHECK(plan.cells[i].combination == i / 4);
    if (i % 4 == 0) expected = 0;
    CHECK(plan.cells[i].simulation->first_replicate == expected);
    CHECK(plan.cells[i].simulation->keep_rows);
    expected += plan.cells[i].simulation->replicates;
    if (i % 4 == 3) CHECK(expected == 7);
    texts.insert(plan.cells[i].canonical);
  }
  CHECK(texts.size() == plan.cells.size());
}

TEST_CASE("tuning: its cells are those of a simulation with the same algorithm") {
  const Plan tuning = plan_of(Tuning().text());
  const Plan simulation = plan_of(
      study_head +
      "[[simulation]]\nname = 'play'\nsweep = ['T = 5 10']\ndatasets = ['bernoulli_arms']\n"
      "algorithms = ['ucb{alpha=1}']\nevaluators = ['replay']\nhorizon = 'T'\nkeep = 'rows'\n"
      "replicates = 7\nblock = 2\n[[table]]\nname = 'x'\nfrom = 'play'\n");
  CHECK(tuning.cells[4].canonical == simulation.cells[0].canonical);
  CHECK(tuning.cells[7].canonical == simulation.cells[3].canonical);
}

TEST_CASE("tuning: without a list the description says what is tried") {
  Tuning tuning;
  tuning.candidates = "candidates = { greedy = [0.5] }";
  for (const char* ucb : {"ucb", "ucb{}", "ucb{ ties=\"random\" }", "UCB = ucb"}) {
    INFO(ucb);
    tuning.algorithms = std::string("'") + ucb + "', 'greedy = epsilon_greedy{epsilon=$candidate}'";
    const Plan plan = plan_of(tuning.text());
    REQUIRE(plan.cells.size() == 2 * 9 * 4);  // alpha has eight values
    CHECK(missing(plan.cells[0].canonical, {"ucb#", "alpha=0.001"}) == "");
    CHECK(missing(plan.cells[28].canonical, {"ucb#", "alpha=3"}) == "");
    CHECK(missing(axes_of(plan.cells[28]), {"candidate=3 "}) == "");
  }
  tuning.algorithms = "'ucb{ ties=\"random\" }'";
  tuning.candidates = "";
  CHECK(missing(plan_of(tuning.text()).cells[0].canonical, {"ties=\"random\""}) == "");
}

TEST_CASE("tuning: candidates may be texts, several parameters at once") {
  Tuning tuning;
  tuning.algorithms = "'UCB = ucb{$candidate}', 'by T = ucb{alpha=$candidate}'";
  tuning.candidates =
      "candidates = { UCB = ['alpha=1', 'alpha=2, ties=\"random\"'], 'by T' = ['0.$T', 3] }";
  // A list of two types is no list of TOML 0.5 but one of TOML 1.0.
  const Plan plan = plan_of(tuning.text());
  CHECK(missing(plan.cells[4].canonical, {"alpha=2", "ties=\"random\""}) == "");
  CHECK(missing(plan.cells[8].canonical, {"alpha=0.5"}) == "");
  CHECK(missing(axes_of(plan.cells[8]), {"candidate=0.5 "}) == "");
  CHECK_FALSE(plan.spec->simulations[0].tuning->numeric);
  CHECK(plan_of(Tuning().text()).spec->simulations[0].tuning->numeric);

  tuning.algorithms = "'UCB = ucb{alpha=$candidate}'";
  tuning.candidates = "candidates = { UCB = ['$T', 3] }";
  const Plan numbers = plan_of(tuning.text());
  CHECK(numbers.spec->simulations[0].tuning->numeric);
  CHECK(missing(axes_of(numbers.cells.back()), {"T=10 ", "candidate=3 "}) == "");
  CHECK(missing(axes_of(numbers.cells[8]), {"T=10 ", "candidate=10 "}) == "");
  CHECK(missing(numbers.cells[8].canonical, {"alpha=10"}) == "");
}

TEST_CASE("tuning: wrong candidates are reported with their place") {
  CHECK(told("candidates = { UCB = [0.1], greedy = [0] }").empty());
  CHECK(missing(told("candidates = { UBC = [0.1], greedy = [0] }"),
                {"9:16: unknown key \"UBC\" (did you mean \"UCB\"?)",
                 "8:14: \"UCB\": its \"$candidate\" has no list in \"candidates\""}) == "");
  CHECK(missing(told(""), {"8:14: \"UCB\": its \"$candidate\" has no list",
                           "8:14: \"greedy\": its \"$candidate\" has no list"}) == "");
  CHECK(missing(told("candidates = { UCB = [], greedy = [0] }"),
                {"9:22: \"UCB\" has no candidates"}) == "");
  CHECK(missing(told("candidates = { UCB = [1, 2, 1.0], greedy = [0] }"),
                {"9:22: the candidate 1 is there twice"}) == "");
  CHECK(missing(told("candidates = { UCB = 1, greedy = [0] }"), {"9:22: ", "a list of texts"}) ==
        "");
  CHECK(missing(told("candidates = 3"), {"9:14: \"candidates\""}) == "");
  CHECK(missing(told("candidates = { UCB = [-1], greedy = [0] }"),
                {"8:24: parameter \"alpha\" of ucb: -1 is outside"}) == "");

  CHECK(missing(told("candidates = { UCB = [1] }", "'UCB = ucb'"),
                {"9:22: there is no \"$candidate\" in \"ucb\" to stand for them"}) == "");
  CHECK(missing(told("", "'ucb{alpha=$candidate}'"),
                {"8:14: \"ucb{alpha=$candidate}\" needs a label without \"$candidate\""}) == "");
  CHECK(missing(told("", "'UCB = ucb{ties=\"lowest\", alpha = 1}'"),
                {"8:14: \"UCB\": it sets alpha, which is to be tuned; write alpha=$candidate"}) ==
        "");
  CHECK(missing(told("", "'chance = uniform_random'"),
                {"8:14: \"chance\": uniform_random does not say which values to try"}) == "");
  CHECK(missing(told("", "'UCB = ucv'"), {"unknown algorithm \"ucv\""}) == "");
  CHECK(missing(told("", "'UCB = $T'"), {"\"UCB\": its name comes from a sweep"}) == "");
}

TEST_CASE("tuning: wrong keys, numbers and sweeps are reported") {
  Tuning tuning;
  tuning.extra = "replicates = 4\nselection = -1\n";
  CHECK(missing(problems_of(tuning.text()), {"13:13: \"selection\" is the integer -1"}) == "");
  tuning.extra = "replicates = 4\nselection = { smoke = -1, standard = 2, full = 2 }\n";
  CHECK(missing(problems_of(tuning.text()),
                {"\"selection.smoke\" is the integer -1; expected a whole number from 0"}) == "");
  tuning.extra = "keep = 'moments'\n";
  CHECK(missing(problems_of(tuning.text()), {"12:1: unknown key \"keep\""}) == "");
  tuning.extra =
      "replicates = 9223372036854775807\nselection = 9223372036854775807\nblock = "
      "9223372036854775807\n";
  CHECK(plan_of(tuning.text()).cells.size() == 2 * 5 * 2);
  tuning.extra = "replicates = 1000000\nselection = 1\nblock = 1\n";
  CHECK(missing(problems_of(tuning.text()), {"it has", "cells"}) == "");
  for (const char* name : {"candidate", "selection", "minuend_candidate", "subtrahend_candidate",
                           "minuend", "subtrahend"}) {
    tuning = Tuning();
    tuning.sweep = "'T = 5', '" + std::string(name) + " = 1'";
    CHECK(missing(problems_of(tuning.text()), {"6:9: ", "is a column of tables"}) == "");
  }
  tuning = Tuning();
  tuning.extra =
      "replicates = { smoke = 1, standard = 50, full = 1000 }\n"
      "selection = { smoke = 2, standard = 30, full = 500 }\n";
  const auto spec = spec_of(tuning.text(), Profile::standard);
  CHECK(spec.simulations[0].replicates == 50);
  CHECK(spec.simulations[0].tuning->selection == 30);
}

TEST_CASE("tuning: the columns of its tables") {
  Tuning tuning;
  CHECK(columns_of(tuning) == Texts{"T", "dataset (text)", "algorithm (text)", "candidate",
                                    "evaluator (text)", "horizon"});
  tuning.table = "select = 'printed'\n";
  CHECK(columns_of(tuning) == Texts{"T", "dataset (text)", "algorithm (text)", "candidate",
                                    "selection (text)", "evaluator (text)", "horizon"});
  tuning.table =
      "select = 'separate'\n"
      "difference = { axis = 'algorithm', minuend = 'UCB', subtrahend = 'greedy' }\n";
  CHECK(columns_of(tuning) == Texts{"T", "dataset (text)", "minuend_candidate",
                                    "subtrahend_candidate", "selection (text)", "evaluator (text)",
                                    "horizon"});
  tuning.table =
      "select = 'both'\n"
      "difference = { axis = 'selection', minuend = 'printed', subtrahend = 'separate' }\n";
  CHECK(columns_of(tuning) == Texts{"T", "dataset (text)", "algorithm (text)", "minuend_candidate",
                                    "subtrahend_candidate", "evaluator (text)", "horizon"});
  tuning.table = "difference = { axis = 'candidate', minuend = '1', subtrahend = '3' }\n";
  CHECK(columns_of(tuning) ==
        Texts{"T", "dataset (text)", "algorithm (text)", "evaluator (text)", "horizon"});
  tuning.table = "select = 'printed'\ndifference = { axis = 'algorithm' }\n";
  CHECK(columns_of(tuning) == Texts{"T", "dataset (text)", "minuend (text)", "subtrahend (text)",
                                    "minuend_candidate", "subtrahend_candidate", "selection (text)",
                                    "evaluator (text)", "horizon"});
  tuning.table = "difference = { axis = 'candidate' }\n";
  CHECK(columns_of(tuning) == Texts{"T", "dataset (text)", "algorithm (text)", "minuend (text)",
                                    "subtrahend (text)", "evaluator (text)", "horizon"});
  tuning.table = "select = 'both'\ndifference = { axis = 'selection' }\n";
  CHECK(columns_of(tuning) == Texts{"T", "dataset (text)", "algorithm (text)", "minuend_candidate",
                                    "subtrahend_candidate", "minuend (text)", "subtrahend (text)",
                                    "evaluator (text)", "horizon"});
  tuning.table =
      "select = 'printed'\ndifference = { axis = 'algorithm', minuend = 'UCB', subtrahend = "
      "'greedy', "
      "then = { axis = 'evaluator', minuend = 'a', subtrahend = 'b' } }\n";
  CHECK(missing(problems_of(tuning.text()), {"is not of selected candidates"}) == "");
  tuning.table = "difference = { axis = 'algorithm', minuend = 'UCB' }\n";
  CHECK(missing(problems_of(tuning.text()), {"\"subtrahend\""}) == "");
}

TEST_CASE("tuning: tables that ask for what it does not have are reported") {
  const auto asked = [](const std::string& table, const std::string& extra = {}) {
    Tuning tuning;
    tuning.table = table;
    if (!extra.empty()) tuning.extra = extra;
    return problems_of(tuning.text());
  };
  CHECK(asked("select = 'separate'\n").empty());
  CHECK(missing(asked("select = 'seperate'\n"),
                {"18:10: ", "expected one of", "(did you mean \"separate\"?)"}) == "");
  CHECK(missing(asked("select = 'separate'\n", "replicates = 4\n\n\n"),
                {"18:10: \"fair\" has no replicates to select on (selection = ...)"}) == "");
  CHECK(asked("select = 'printed'\n", "replicates = 4\n").empty());
  CHECK(missing(asked("select = 'printed'\n"
                      "difference = { axis = 'selection', minuend = 'printed', subtrahend = "
                      "'separate' }\n"),
                {"19:23: \"axis\" is \"selection\"; expected one of"}) == "");
  CHECK(missing(asked("select = 'both'\n"
                      "difference = { axis = 'candidate', minuend = '1', subtrahend = '3' }\n"),
                {"19:23: \"axis\" is \"candidate\"; expected one of"}) == "");
  CHECK(missing(asked("select = 'both'\n"
                      "difference = { axis = 'selection', minuend = 'printed', subtrahend = "
                      "'separat' }\n"),
                {"there is no selection \"separat\" (did you mean \"separate\"?)"}) == "");
  CHECK(missing(asked("difference = { axis = 'candidate', minuend = '1', subtrahend = '7' }\n"),
                {"there is no candidate \"7\""}) == "");
  CHECK(missing(asked("difference = { axis = 'algorithm', minuend = 'UCB', subtrahend = "
                      "'greedy' }\n"),
                {"\"UCB\" and \"greedy\" have no candidate in common", "select"}) == "");
  CHECK(missing(asked("select = 'printed'\ncolumns = ['candidat']\n"),
                {"there is no column \"candidat\" (did you mean \"candidate\"?)"}) == "");
  CHECK(missing(problems_of(study_head +
                            "[[simulation]]\nname = 'play'\ndatasets = ['bernoulli_arms']\n"
                            "algorithms = ['ucb']\nevaluators = ['replay']\nhorizon = '5'\n"
                            "[[table]]\nname = 'x'\nfrom = 'play'\nselect = 'printed'\n"),
                {"13:10: \"play\" is not a [[tuning]]"}) == "");
}

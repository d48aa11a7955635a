#include "suite/report/selection.hpp"

#include "suite/testing/stored_study.hpp"

using namespace replaybench;

namespace {

// Two algorithms, three candidates of the first and two of the second; replicates 0 to 3 are
// reported, 4 to 6 are for selection; blocks of two, so that one block has both.
std::string study(const std::string& table, const std::string& evaluators = "'one = replay'") {
  return study_head +
         "[[tuning]]\nname = 'fair'\nsweep = ['T = 4 6']\ndatasets = ['arms = bernoulli_arms']\n"
         "algorithms = ['A = ucb{alpha=$candidate}', 'B = epsilon_greedy{epsilon=$candidate}']\n"
         "candidates = { A = [1, 2, 3], B = [0.1, 0.2] }\nevaluators = [" +
         evaluators +
         "]\nhorizon = 'T'\nblock = 2\nreplicates = 4\nselection = 3\n"
         "[[table]]\nname = 'x'\nfrom = 'fair'\n" +
         table;
}

// Candidate by candidate the replicates 0 to 6. On the reported A's best is 2 (mean 5), on the
// others 3; B's best is 0.2 on both. T = 6: everything is 10 more.
double value(const Cell& cell, std::uint64_t replicate) {
  static const std::map<std::string, Numbers> values{
      {"A1", {1, 2, 3, 6, 1, 1, 1}},   {"A2", {8, 2, 4, 6, 0, 0, 3}},
      {"A3", {3, 3, 3, 7, 9, 9, 9}},   {"B0.1", {0, 0, 0, 0, 0, 0, 0}},
      {"B0.2", {1, 1, 1, 2, 0, 0, 3}},
  };
  return values.at(axis(cell, "algorithm") + axis(cell, "candidate")).at(replicate) +
         (axis(cell, "T") == "6" ? 10 : 0);
}

std::string payload(const Cell& cell) { return rows(cell, value); }

Table table_of(const std::string& table) { return Stored(study(table), payload).table(); }

}  // namespace

TEST_CASE("selection: without it a row a candidate, over the reported replicates") {
  const Table table = table_of(
      "only = 'T == 4'\ncolumns = ['algorithm', 'candidate', 'estimate', "
      "'estimate_n']\n");
  CHECK(table.to_csv() ==
        "algorithm,candidate,estimate,estimate_n\nA,1,3,4\nA,2,5,4\nA,3,4,4\nB,0.1,0,4\nB,0.2,1.25,"
        "4\n");
}

TEST_CASE("selection: as printed, by the reported replicates; separate, by the others") {
  const std::string columns =
      "columns = ['T', 'algorithm', 'candidate', 'selection', 'estimate', 'estimate_n']\n";
  const std::string head = "T,algorithm,candidate,selection,estimate,estimate_n\n";
  CHECK(table_of("select = 'printed'\n" + columns).to_csv() ==
        head +
            "4,A,2,printed,5,4\n4,B,0.2,printed,1.25,4\n6,A,2,printed,15,4\n"
            "6,B,0.2,printed,11.25,4\n");
  CHECK(table_of("select = 'separate'\n" + columns).to_csv() ==
        head +
            "4,A,3,separate,4,4\n4,B,0.2,separate,1.25,4\n6,A,3,separate,14,4\n"
            "6,B,0.2,separate,11.25,4\n");
  CHECK(table_of("select = 'both'\nonly = 'T == 4'\n" + columns).to_csv() ==
        head +
            "4,A,2,printed,5,4\n4,A,3,separate,4,4\n4,B,0.2,printed,1.25,4\n"
            "4,B,0.2,separate,1.25,4\n");
  // Deviations: 3, -3, -1, 1 with squares 20; 20/3/4 is the variance of the mean.
  const Table printed = table_of("select = 'printed'\n");
  CHECK(numbers(printed, "estimate_se")[0] == Approx(std::sqrt(20.0 / 3 / 4)).epsilon(1e-15));
  CHECK(table_of("select = 'separate'\nreplicates = true\nonly = \"T == 4 and algorithm == 'A'\"\n"
                 "columns = ['replicate', 'candidate', 'estimate']\n")
            .to_csv() == "replicate,candidate,estimate\n0,3,3\n1,3,3\n2,3,3\n3,3,7\n");
}

TEST_CASE("selection: separate does not look at the reported replicates") {
  // Candidate 1 is far ahead over the reported and over all replicates, behind over the others.
  const auto far_ahead = [](const Cell& cell) {
    return rows(cell, [](const Cell& c, std::uint64_t replicate) {
      const bool first = axis(c, "candidate") == "1" || axis(c, "candidate") == "0.1";
      return first ? (replicate < 4 ? 100.0 : 1.0) : 2.0;
    });
  };
  const std::string only = "only = 'T == 4'\ncolumns = ['algorithm', 'candidate', 'selection']\n";
  CHECK(Stored(study("select = 'both'\n" + only), far_ahead).table().to_csv() ==
        "algorithm,candidate,selection\nA,1,printed\nA,2,separate\nB,0.1,printed\n"
        "B,0.2,separate\n");
}

TEST_CASE("selection: differences of algorithms, each at its own candidate, are paired") {
  const std::string difference =
      "difference = { axis = 'algorithm', minuend = 'A', subtrahend = 'B' }\nonly = 'T == 4'\n"
      "columns = ['minuend_candidate', 'subtrahend_candidate', 'selection', 'estimate', "
      "'estimate_sd', 'estimate_n']\n";
  // 8-1, 2-1, 4-1, 6-2: 7, 1, 3, 4; mean 3.75, squares 18.75.
  const Table printed = table_of("select = 'printed'\n" + difference);
  REQUIRE(printed.rows() == 1);
  CHECK(numbers(printed, "minuend_candidate")[0] == 2);
  CHECK(numbers(printed, "subtrahend_candidate")[0] == 0.2);
  CHECK(numbers(printed, "estimate")[0] == 3.75);
  CHECK(numbers(printed, "estimate_sd")[0] == Approx(std::sqrt(18.75 / 3)).epsilon(1e-15));
  CHECK(numbers(printed, "estimate_n")[0] == 4);
  const Table both = table_of("select = 'both'\n" + difference);
  CHECK(std::get<TextColumn>(both.column("selection")) == TextColumn{"printed", "separate"});
  CHECK(numbers(both, "estimate") == Numbers{3.75, 2.75});
}

TEST_CASE("selection: every pair, the earlier listed the minuend") {
  const Stored stored(
      study_head +
          "[[simulation]]\nname = 'play'\ndatasets = ['arms = bernoulli_arms']\n"
          "algorithms = ['A = ucb', 'C = uniform_random', 'B = epsilon_greedy']\n"
          "evaluators = ['one = replay', 'other = replay{clip=0.5}']\nhorizon = '4'\n"
          "keep = 'rows'\nreplicates = 2\n[[table]]\nname = 'x'\nfrom = 'play'\n"
          "difference = { axis = 'algorithm' }\n"
          "columns = ['minuend', 'subtrahend', 'evaluator', 'estimate', 'estimate_n']\n",
      [](const Cell& cell) {
        return rows(cell, [](const Cell& c, std::uint64_t replicate) {
          const std::string algorithm = axis(c, "algorithm");
          const double value = algorithm == "A" ? 7 : algorithm == "B" ? 4 : 2;
          return value + 100 * static_cast<double>(replicate);
        });
      });
  CHECK(stored.table().to_csv() ==
        "minuend,subtrahend,evaluator,estimate,estimate_n\nA,C,one,5,2\nA,B,one,3,2\n"
        "A,C,other,5,2\nA,B,other,3,2\nC,B,one,-2,2\nC,B,other,-2,2\n");

  const Table table = table_of(
      "select = 'both'\nonly = 'T == 4'\ndifference = { axis = 'algorithm' }\n"
      "columns = ['minuend', 'subtrahend', 'minuend_candidate', 'selection', 'estimate']\n");
  CHECK(table.to_csv() ==
        "minuend,subtrahend,minuend_candidate,selection,estimate\n"
        "A,B,2,printed,3.75\nA,B,3,separate,2.75\n");
}

TEST_CASE("selection: the optimism is the difference of the two selections, paired") {
  const Table table = table_of(
      "select = 'both'\nonly = 'T == 6'\n"
      "difference = { axis = 'selection', minuend = 'printed', subtrahend = 'separate' }\n");
  CHECK(std::get<TextColumn>(table.column("algorithm")) == TextColumn{"A", "B"});
  CHECK(numbers(table, "minuend_candidate") == Numbers{2, 0.2});
  CHECK(numbers(table, "subtrahend_candidate") == Numbers{3, 0.2});
  // 8-3, 2-3, 4-3, 6-7: 5, -1, 1, -1; mean 1, squares 24.
  CHECK(numbers(table, "estimate") == Numbers{1, 0});
  CHECK(numbers(table, "estimate_se")[0] == Approx(std::sqrt(24.0 / 3 / 4)).epsilon(1e-15));
  CHECK(numbers(table, "estimate_se")[1] == 0);
}

TEST_CASE("selection: candidates of one algorithm can be subtracted where none is selected") {
  const Table table = table_of(
      "only = 'T == 4'\ndifference = { axis = 'candidate', minuend = '3', subtrahend = '1' }\n"
      "columns = ['algorithm', 'estimate', 'estimate_n']\n");
  CHECK(table.to_csv() == "algorithm,estimate,estimate_n\nA,1,4\n");
}

TEST_CASE("selection: of equal candidates the first listed; NaN is left out") {
  const auto selected_with = [](const std::function<double(const Cell&, std::uint64_t)>& given) {
    return numbers(Stored(study("select = 'printed'\nonly = 'T == 4'\n"),
                          [&](const Cell& cell) { return rows(cell, given); })
                       .table(),
                   "candidate");
  };
  CHECK(selected_with([](const Cell&, std::uint64_t) { return 0.3; }) == Numbers{1, 0.1});
  // A1 never gives a number, A2 one high, A3 always a lower one; B never any.
  CHECK(selected_with([](const Cell& cell, std::uint64_t replicate) {
          if (axis(cell, "candidate") == "2" && replicate == 1) return 0.9;
          return axis(cell, "candidate") == "3" ? 0.5 : not_a_number;
        }) == Numbers{2, 0.1});
}

TEST_CASE("selection: the last step of each replicate decides, every step is reported") {
  // The candidate 1 is ahead at step 2, the candidate 2 at the end; replicate 3 ends early.
  const auto steps = [](const Cell& cell) {
    const bool second = axis(cell, "candidate") == "2";
    std::string text = "replicate,step";
    for (const auto& metric : cell.simulation->columns->names()) text += "," + metric;
    text += "\n";
    const auto add = [&](std::uint64_t replicate, int step, double estimate) {
      text +=
          std::to_string(replicate) + "," + std::to_string(step) + "," + std::to_string(estimate);
      for (std::size_t i = 1; i < cell.simulation->columns->names().size(); ++i) text += ",0";
      text += "\n";
    };
    for (std::uint64_t i = 0; i < cell.simulation->replicates; ++i) {
      const std::uint64_t replicate = cell.simulation->first_replicate + i;
      add(replicate, 2, second ? 0 : 1);
      if (replicate != 3) add(replicate, 4, second ? 0.75 : 0.25);
    }
    return text;
  };
  // At the end: candidate 1 has (0.25 three times, 1), the mean 0.4375; candidate 2 (0.75 three
  // times, 0), the mean 0.5625; at step 2 it is 1 against 0.
  const Table table = Stored(study("select = 'printed'\nonly = \"T == 4 and algorithm == 'A'\"\n"
                                   "columns = ['candidate', 'step', 'estimate', 'estimate_n']\n"),
                             steps)
                          .table();
  CHECK(table.to_csv() == "candidate,step,estimate,estimate_n\n2,2,0,4\n2,4,0.75,3\n");
}

TEST_CASE("selection: each evaluator selects for itself; missing cells block") {
  const Stored two(study("select = 'printed'\nonly = \"T == 4 and algorithm == 'A'\"\n"
                         "columns = ['evaluator', 'candidate']\n",
                         "'one = replay', 'other = replay{clip=0.5}'"),
                   [](const Cell& cell) {
                     return rows(cell, [](const Cell& c, std::uint64_t) {
                       return axis(c, "evaluator") == "one" ? std::stod(axis(c, "candidate"))
                                                            : -std::stod(axis(c, "candidate"));
                     });
                   });
  CHECK(two.table().to_csv() == "evaluator,candidate\none,3\nother,1\n");

  const Stored incomplete(study("select = 'printed'\n"), [](const Cell& cell) {
    return axis(cell, "candidate") == "2" && cell.simulation->first_replicate == 6 ? std::string()
                                                                                   : payload(cell);
  });
  CHECK(incomplete.tables().blocked.at("x") == "2 of 40 cells are missing; run the study first");
}

TEST_CASE("selection: checkpoints that were never reached give its columns without rows") {
  const Table table = Stored(study("select = 'both'\n"), [](const Cell& cell) {
                        const std::string text = payload(cell);
                        return text.substr(0, text.find('\n') + 1);
                      }).table();
  CHECK(table.rows() == 0);
  CHECK(table.has_column("candidate"));
  CHECK(table.has_column("selection"));
}

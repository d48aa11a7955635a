#include "suite/report/study_tables.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/stored_study.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;

namespace {

// A study of one simulation and one table; cells of two replicates.
std::string study(const std::string& table,
                  const std::string& simulation = "keep = 'rows'\nreplicates = 4\n",
                  const std::string& evaluators = "'one = replay', 'other = replay{clip=0.5}'") {
  return study_head +
         "[[simulation]]\nname = 'play'\nsweep = ['T = 4 6']\ndatasets = ['arms = "
         "bernoulli_arms']\n"
         "algorithms = ['ucb']\nevaluators = [" +
         evaluators + "]\nhorizon = 'T'\nblock = 2\n" + simulation +
         "[[table]]\nname = 'x'\nfrom = 'play'\n" + table;
}

}  // namespace

TEST_CASE("tables: means, deviations, errors and counts are those computed by hand") {
  // T = 4: 1, 2, 3, 6; mean 3, squares 4 + 1 + 0 + 9 = 14. T = 6: 10 times that.
  const Stored stored(study("only = \"evaluator == 'one'\"\n"), [](const Cell& cell) {
    return rows(cell, [](const Cell& c, std::uint64_t replicate) {
      return Numbers{1, 2, 3, 6}[replicate] * (axis(c, "T") == "4" ? 1 : 10);
    });
  });
  const Table table = stored.table();
  CHECK(table.rows() == 2);
  CHECK(numbers(table, "T") == Numbers{4, 6});
  CHECK(numbers(table, "horizon") == Numbers{4, 6});
  CHECK(numbers(table, "step") == Numbers{4, 6});
  CHECK(std::get<TextColumn>(table.column("dataset")) == TextColumn{"arms", "arms"});
  CHECK(numbers(table, "estimate") == Numbers{3, 30});
  CHECK(numbers(table, "estimate_sd")[0] == Approx(std::sqrt(14.0 / 3)).epsilon(1e-15));
  CHECK(numbers(table, "estimate_se")[0] == Approx(std::sqrt(14.0 / 3) / 2).epsilon(1e-15));
  CHECK(numbers(table, "estimate_sd")[1] == Approx(10 * std::sqrt(14.0 / 3)).epsilon(1e-15));
  CHECK(numbers(table, "estimate_n") == Numbers{4, 4});
  CHECK(numbers(table, "accepted_sd") == Numbers{0, 0});
}

TEST_CASE("tables: NaN is left out of the mean and counted out") {
  const Stored stored(
      study("columns = ['estimate', 'estimate_sd', 'estimate_n']\n"), [](const Cell& cell) {
        return rows(cell, [](const Cell& c, std::uint64_t replicate) {
          if (axis(c, "evaluator") == "other") return not_a_number;
          return axis(c, "T") == "4"
                     ? Numbers{1, not_a_number, not_a_number, 5}[replicate]
                     : Numbers{not_a_number, not_a_number, 2, not_a_number}[replicate];
        });
      });
  const Table table = stored.table();  // (4, one), (4, other), (6, one), (6, other)
  CHECK(numbers(table, "estimate_n") == Numbers{2, 0, 1, 0});
  CHECK(numbers(table, "estimate")[0] == 3);
  CHECK(numbers(table, "estimate_sd")[0] == Approx(std::sqrt(8.0)).epsilon(1e-15));
  CHECK(std::isnan(numbers(table, "estimate")[1]));
  CHECK(numbers(table, "estimate")[2] == 2);
  CHECK(std::isnan(numbers(table, "estimate_sd")[2]));
  CHECK(std::isnan(numbers(table, "estimate_sd")[3]));
}

TEST_CASE("tables: stored moments of blocks are merged") {
  // Blocks {1, 2} and {3, 6}: (2, 1.5, 0.5) and (2, 4.5, 4.5); together 4, 3 and 14.
  const auto moments = [](const Cell& cell) {
    const bool first = cell.simulation->first_replicate == 0;
    std::string text = "step,metric,count,mean,m2\n";
    for (const auto& metric : cell.simulation->columns->names()) {
      text += "4," + metric +
              (metric == "accepted" ? (first ? ",0,0,0\n" : ",2,7,0\n")
               : first              ? ",2,1.5,0.5\n"
                                    : ",2,4.5,4.5\n");
    }
    return text;
  };
  const Table table =
      Stored(study("only = \"evaluator == 'one' and T == 4\"\n", "replicates = 4\n"), moments)
          .table();
  REQUIRE(table.rows() == 1);
  CHECK(numbers(table, "estimate")[0] == 3);
  CHECK(numbers(table, "estimate_sd")[0] == Approx(std::sqrt(14.0 / 3)).epsilon(1e-15));
  CHECK(numbers(table, "estimate_n")[0] == 4);
  CHECK(numbers(table, "accepted")[0] == 7);  // the first block had none
  CHECK(numbers(table, "accepted_n")[0] == 2);
}

TEST_CASE("tables: rows of replicates") {
  const Stored stored(
      study("replicates = true\nonly = \"T == 6 and evaluator == 'other'\"\n"
            "derive = ['twice = 2 * estimate']\ncolumns = ['replicate', 'twice']\n"),
      [](const Cell& cell) {
        return rows(cell, [](const Cell&, std::uint64_t r) { return static_cast<double>(r * r); });
      });
  CHECK(stored.table().to_csv() == "replicate,twice\n0,0\n1,2\n2,8\n3,18\n");
}

TEST_CASE("tables: a condition on derived columns keeps rows after they are derived") {
  const Stored stored(
      study("replicates = true\nonly = \"T == 6 and evaluator == 'other' and twice > 4\"\n"
            "derive = ['twice = 2 * estimate']\ncolumns = ['replicate', 'twice']\n"),
      [](const Cell& cell) {
        return rows(cell, [](const Cell&, std::uint64_t r) { return static_cast<double>(r * r); });
      });
  CHECK(stored.table().to_csv() == "replicate,twice\n2,8\n3,18\n");
}

TEST_CASE("tables: differences are taken replicate by replicate") {
  // Between replicates the values spread over thousands; the differences are 1, 2, 3, 4: only
  // pairing sees that.
  const Stored stored(
      study("difference = { axis = 'evaluator', minuend = 'other', subtrahend = 'one' }\n"),
      [](const Cell& cell) {
        return rows(cell, [](const Cell& c, std::uint64_t r) {
          const double noise = Numbers{5000, -3000, 100, 7000}[r];
          return axis(c, "evaluator") == "one" ? noise : noise + static_cast<double>(r) + 1;
        });
      });
  const Table table = stored.table();
  CHECK_FALSE(table.has_column("evaluator"));
  CHECK(numbers(table, "T") == Numbers{4, 6});
  CHECK(numbers(table, "estimate") == Numbers{2.5, 2.5});
  CHECK(numbers(table, "estimate_sd")[0] == Approx(std::sqrt(5.0 / 3)).epsilon(1e-15));
  CHECK(numbers(table, "estimate_n") == Numbers{4, 4});
  CHECK(numbers(table, "accepted") == Numbers{0, 0});
}

TEST_CASE("tables: a difference with NaN on either side is counted out") {
  const Stored stored(
      study("difference = { axis = 'evaluator', minuend = 'other', subtrahend = 'one' }\n"),
      [](const Cell& cell) {
        return rows(cell, [](const Cell& c, std::uint64_t r) {
          return axis(c, "evaluator") == "one" ? Numbers{1, not_a_number, 1, 1}[r]
                                               : Numbers{2, 2, not_a_number, 4}[r];
        });
      });
  CHECK(numbers(stored.table(), "estimate") == Numbers{2, 2});
  CHECK(numbers(stored.table(), "estimate_n") == Numbers{2, 2});
}

TEST_CASE("tables: a difference of differences is taken replicate by replicate") {
  // (b - a) under `other` less (b - a) under `one`: 1, 2, 3 and 6, whatever a replicate's level, an
  // algorithm's and an evaluator's are.
  std::string text = study(
      "difference = { axis = 'algorithm', minuend = 'b', subtrahend = 'a', then = { axis = "
      "'evaluator', minuend = 'other', subtrahend = 'one' } }\n");
  const std::string algorithms = "algorithms = ['ucb']";
  text.replace(text.find(algorithms), algorithms.size(),
               "algorithms = ['a = ucb', 'b = ucb{alpha=0.3}']");
  const Stored stored(text, [](const Cell& cell) {
    return rows(cell, [](const Cell& c, std::uint64_t r) {
      const bool b = axis(c, "algorithm") == "b";
      const bool other = axis(c, "evaluator") == "other";
      return Numbers{5000, -3000, 100, 7000}[r] + (b ? 40 : 0) + (other ? 500 : 0) +
             (b && other ? Numbers{1, 2, 3, 6}[r] : 0);
    });
  });
  const Table table = stored.table();
  CHECK_FALSE(table.has_column("algorithm"));
  CHECK_FALSE(table.has_column("evaluator"));
  CHECK(numbers(table, "T") == Numbers{4, 6});
  CHECK(numbers(table, "estimate") == Numbers{3, 3});
  CHECK(numbers(table, "estimate_sd")[0] == Approx(std::sqrt(14.0 / 3)).epsilon(1e-15));
  CHECK(numbers(table, "estimate_n") == Numbers{4, 4});
}

TEST_CASE("tables: evaluators with different numbers share a table, NaN where there is none") {
  const auto payload = [](const Cell& cell) {
    return rows(cell, [](const Cell&, std::uint64_t) { return 0.5; });
  };
  const Table table =
      Stored(study("columns = ['evaluator', 'estimate', 'reward_sum', 'expected', 'expected_n']\n",
                   "keep = 'rows'\nreplicates = 2\nonly = 'T == 4'\n", "'online_short', 'replay'"),
             payload)
          .table();
  CHECK(table.to_csv() ==
        "evaluator,estimate,reward_sum,expected,expected_n\nonline_short,0.5,nan,1,2\nreplay,0.5,1,"
        "nan,"
        "nan\n");
  const Table each =
      Stored(study("replicates = true\ncolumns = ['replicate', 'reward_sum', 'expected']\n",
                   "keep = 'rows'\nreplicates = 1\nonly = 'T == 4'\n", "'online_short', 'replay'"),
             payload)
          .table();
  CHECK(each.to_csv() == "replicate,reward_sum,expected\n0,nan,1\n0,1,nan\n");
  const Table differences =
      Stored(study("difference = { axis = 'evaluator', minuend = 'online_short', subtrahend = "
                   "'replay' }\n",
                   "keep = 'rows'\nreplicates = 2\n", "'online_short', 'replay'"),
             payload)
          .table();
  CHECK(numbers(differences, "estimate") == Numbers{0, 0});
  CHECK(std::isnan(numbers(differences, "expected")[0]));
}

TEST_CASE(
    "tables: checkpoints that were never reached give a table without rows, but with its columns") {
  for (const char* table :
       {"", "replicates = true\n",
        "difference = { axis = 'evaluator', minuend = 'other', subtrahend = 'one' }\n"}) {
    INFO(table);
    const Stored rows_kept(study(table), [](const Cell& cell) {
      const std::string text = rows(cell, [](const Cell&, std::uint64_t) { return 0; });
      return text.substr(0, text.find('\n') + 1);
    });
    CHECK(rows_kept.table().rows() == 0);
    CHECK(rows_kept.table().has_column("estimate"));
    CHECK_NOTHROW(rows_kept.table().to_csv());
  }
  const Stored moments(study("", "replicates = 2\n"),
                       [](const Cell&) { return "step,metric,count,mean,m2\n"; });
  CHECK(moments.table().rows() == 0);
  CHECK(moments.table().has_column("estimate_se"));
}

TEST_CASE("tables: several of one task and of several, in the order of the study") {
  const auto task = [](const std::string& name) {
    return "[[simulation]]\nname = '" + name +
           "'\ndatasets = ['arms = bernoulli_arms']\nalgorithms = ['ucb']\n"
           "evaluators = ['replay']\nhorizon = '10'\nreplicates = 2\nkeep = 'rows'\n";
  };
  const auto table = [](const std::string& name, const std::string& from) {
    return "[[table]]\nname = '" + name + "'\nfrom = '" + from + "'\ncolumns = ['estimate']\n";
  };
  const Stored stored(
      study_head + task("a") + task("b") + "logging = 'fixed_action{epsilon=0.5}'\n" +
          table("one", "a") + table("two", "b") + table("three", "a") + table("four", "b"),
      [](const Cell& cell) {
        return rows(cell, [](const Cell& c, std::uint64_t) { return c.task == "a" ? 1 : 2; });
      });
  const StudyTables study = stored.tables();
  REQUIRE(study.tables.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(study.tables[i].first == std::vector<std::string>{"one", "two", "three", "four"}[i]);
    CHECK(numbers(study.tables[i].second, "estimate") == Numbers{i % 2 == 0 ? 1.0 : 2.0});
  }
}

TEST_CASE("tables: missing, damaged and failed cells block a table") {
  const auto one = [](const Cell& cell) {
    return rows(cell, [](const Cell&, std::uint64_t) { return 1; });
  };
  const Stored missing_cells(study(""), [&](const Cell& cell) {
    return cell.simulation->first_replicate == 2 && axis(cell, "T") == "6" ? std::string()
                                                                           : one(cell);
  });
  CHECK(missing_cells.tables().blocked.at("x") == "2 of 8 cells are missing; run the study first");
  CHECK(missing_cells.tables().tables.empty());

  missing_cells.store.note_failure(missing_cells.plan.cells.back().canonical, "why");
  CHECK(missing_cells.tables().blocked.at("x") == "2 of 8 cells are missing; one failed: why");

  const Stored damaged(study(""), one);
  CHECK(damaged.tables().blocked.empty());
  const auto file_of = [&](std::size_t cell) {
    const std::string key = Store::key_of(damaged.plan.cells[cell].canonical);
    return damaged.store.root() / key.substr(0, 2) / (key + ".cell");
  };
  std::filesystem::resize_file(file_of(0), 20);
  CHECK(damaged.tables().blocked.at("x") == "1 of 8 cells are damaged; run the study again");
  damaged.store.note_failure(damaged.plan.cells[0].canonical, "why");
  CHECK(damaged.tables().blocked.at("x") == "1 of 8 cells are damaged; one failed: why");
  std::filesystem::remove(file_of(1));
  CHECK(damaged.tables().blocked.at("x") ==
        "2 of 8 cells are missing, 1 of them damaged; one failed: why");
}

TEST_CASE("tables: a cell whose seal is right and whose rows are not its own blocks a table") {
  for (const bool keeps : {true, false}) {
    const Stored stored(study("", keeps ? "keep = 'rows'\nreplicates = 4\n" : "replicates = 4\n"),
                        [&](const Cell& cell) {
                          if (keeps)
                            return rows(cell, [](const Cell&, std::uint64_t) { return 1; });
                          std::string text = "step,metric,count,mean,m2\n";
                          for (const auto& name : cell.simulation->columns->names())
                            text += "4," + name + ",2,1,0\n";
                          return text;
                        });
    const Cell& cell = stored.plan.cells[0];
    const std::string good = *stored.store.load(cell.canonical).payload;
    REQUIRE(stored.tables().blocked.empty());
    const auto problem = [&](const std::string& payload) {
      stored.store.save(cell.canonical, payload);
      const auto blocked = stored.tables().blocked;
      return blocked.contains("x") ? blocked.at("x") : "none";
    };
    const auto at = good.find("\n") + 1;
    const std::string cure = "1 of 8 cells are missing; remove this file and run the study again: ";
    CHECK(problem(good.substr(0, at) + "abc" + good.substr(good.find(',', at))).starts_with(cure));
    CHECK(problem("a,b\n1,2\n").ends_with("its columns are others"));
    CHECK(problem("").starts_with(cure));
    CHECK(problem("\"").starts_with(cure));
    if (keeps) {
      CHECK(problem(good.substr(0, at) + "9" + good.substr(good.find(',', at)))
                .ends_with("it has a replicate outside 0..1"));
    }
    CHECK(problem(good) == "none");
  }
}

TEST_CASE("tables: data that are not here skip a table; some of them make it partial") {
  const auto one = [](const Cell& cell) {
    return rows(cell, [](const Cell&, std::uint64_t) { return 1; });
  };
  Stored stored(study(""), one);
  for (Cell& cell : stored.plan.cells) {
    if (axis(cell, "T") == "4") cell.unavailable = "no data";
  }
  const StudyTables some = stored.tables();
  REQUIRE(some.tables.size() == 1);
  CHECK(some.tables[0].second.rows() == 2);
  CHECK(some.partial.at("x") == "4 of 8 cells cannot run here, their rows are missing: no data");
  CHECK(some.skipped.empty());
  for (Cell& cell : stored.plan.cells) cell.unavailable = "no data";
  const StudyTables none = stored.tables();
  CHECK(none.tables.empty());
  CHECK(none.partial.empty());
  CHECK(none.skipped.at("x") == "no data");
}

TEST_CASE("tables: the digest changes when a cell, a name or the order of tables changes") {
  const auto with = [](double value) {
    return Stored(study(""),
                  [value](const Cell& cell) {
                    return rows(cell, [&](const Cell& c, std::uint64_t r) {
                      return r == 3 && axis(c, "T") == "6" ? value : 0;
                    });
                  })
        .tables()
        .tables;
  };
  const auto tables = with(1);
  const std::string before = digest(tables);
  CHECK(before.size() == 64);
  CHECK(digest(with(1)) == before);
  CHECK(digest(with(std::nextafter(1.0, 2.0))) != before);
  auto renamed = tables;
  renamed[0].first = "y";
  CHECK(digest(renamed) != before);
  const auto two = std::vector{tables[0], renamed[0]};
  const auto swapped = std::vector{renamed[0], tables[0]};
  CHECK(digest(two) != digest(swapped));
}

TEST_CASE("tables: grids, and expressions that do not fit") {
  const auto grid = [](const std::string& table) {
    return study_head +
           "[[grid]]\nname = 'g'\nsweep = ['K = 1..4']\ncolumns = ['y = K * K']\n[[table]]\nname = "
           "'x'\nfrom = 'g'\n" +
           table;
  };
  const auto payload = [](const Cell& cell) { return grid_table(*cell.grid).to_csv(); };
  CHECK(Stored(grid("only = 'K > 2'\nderive = ['z = y + 1']\n"), payload).table().to_csv() ==
        "K,y,z\n3,9,10\n4,16,17\n");
  for (const char* wrong : {"only = 'K'\n", "only = 'K > \"x\"'\n"}) {  // found by the plan
    INFO(wrong);
    CHECK_THROWS_AS(plan_of(grid(wrong)), SpecErrors);
  }
  const Stored stored(grid("derive = ['z = where(K > 2, y)']\n"), payload);
  CHECK_THROWS_AS(stored.tables(), SpecErrors);
}

TEST_CASE("tables: cells whose sources changed are missing, those of another engine are counted") {
  const auto by_hand = [](const Cell& cell) {
    return rows(cell, [](const Cell&, std::uint64_t) { return 1.0; });
  };
  const Stored stored(study(""), by_hand);
  CHECK(stored.tables().origins.kept_text().empty());
  const auto record = [&](std::size_t cell, const std::string& sources) {
    stored.store.save(stored.plan.cells[cell].canonical, by_hand(stored.plan.cells[cell]), sources);
  };
  record(0, "");
  std::string other_engine = *stored.plan.cells[1].sources;
  other_engine.replace(0, other_engine.find('\n'), "engine 0");
  record(1, other_engine);
  CHECK(stored.tables().blocked.empty());
  CHECK(stored.tables().origins.kept_text() ==
        "1 cell was computed by another engine, 1 by an unknown build");
  record(2, *stored.plan.cells[2].sources + "algorithms/none 0\n");
  CHECK(stored.tables().blocked.at("x") ==
        "1 of 8 cells are missing, 1 of them because the sources of none changed since they were "
        "computed; run the study first");
}

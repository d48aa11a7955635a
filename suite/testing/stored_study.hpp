#pragma once
// For tests: studies whose cells were computed by hand.

#include <cmath>
#include <functional>

#include "suite/report/selection.hpp"
#include "suite/report/study_tables.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/studies.hpp"

namespace replaybench {

using Numbers = std::vector<double>;
inline const double not_a_number = std::nan("");

/// The plan with a payload for each cell, by hand.
struct Stored {
  explicit Stored(const std::string& experiment,
                  const std::function<std::string(const Cell&)>& payload)
      : folder(experiment), plan(folder.plan()), store(folder.root() / "store") {
    for (const Cell& cell : plan.cells) {
      const std::string text = payload(cell);
      if (!text.empty()) save_cell(store, cell, text);
    }
  }
  StudyTables tables() const { return build_tables(plan, store); }
  Table table() const {
    const StudyTables all = tables();
    REQUIRE(all.blocked.empty());
    REQUIRE(all.skipped.empty());
    REQUIRE(all.tables.size() == 1);
    return all.tables[0].second;
  }

  StudyFolder folder;
  Plan plan;
  Store store;
};

inline std::string axis(const Cell& cell, const std::string& name) {
  return axis_value(cell.axes, name);
}

/// Rows kept: replicate r of a cell has the estimate value(cell, r) and the other numbers are 1.
inline std::string rows(const Cell& cell,
                        const std::function<double(const Cell&, std::uint64_t)>& value) {
  Table table;
  Numbers replicate;
  Numbers estimate;
  for (std::uint64_t i = 0; i < cell.simulation->replicates; ++i) {
    replicate.push_back(static_cast<double>(cell.simulation->first_replicate + i));
    estimate.push_back(value(cell, cell.simulation->first_replicate + i));
  }
  const std::size_t n = replicate.size();
  table.add_column("replicate", replicate);
  table.add_column("step", Numbers(n, std::stod(axis(cell, "horizon"))));
  for (const auto& metric : cell.simulation->columns->names()) {
    table.add_column(metric, metric == "estimate" ? estimate : Numbers(n, 1));
  }
  return table.to_csv();
}

/// A study of two cells or more, by its sizes T = 5 and 6, whose table x has the rows that are kept. `more`: keys
/// of the simulation.
inline std::string study_of_two_sizes(const std::string& more = "") {
  return study_head +
         "[[simulation]]\nname = 'play'\nsweep = ['T = 5 6']\ndatasets = ['bernoulli_arms']\n"
         "algorithms = ['uniform_random']\nevaluators = ['replay']\nhorizon = 'T'\n"
         "replicates = 4\nkeep = 'rows'\n" +
         more + "[[table]]\nname = 'x'\nfrom = 'play'\n";
}

/// Replicate r has the estimate r / 4.
inline double quarter_of_replicate(const Cell&, std::uint64_t replicate) {
  return 0.25 * static_cast<double>(replicate);
}
inline std::string quarter_rows(const Cell& cell) { return rows(cell, quarter_of_replicate); }

}  // namespace replaybench

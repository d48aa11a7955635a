#include "suite/report/stored_rows.hpp"

#include "suite/report/row_builder.hpp"
#include "suite/testing/stored_study.hpp"

using namespace replaybench;

namespace {

// Two blocks of two replicates with rows at the steps 2 and 4.
Stored two_blocks(bool second_is_there) {
  return Stored(study_head +
                    "[[simulation]]\nname = 'play'\ndatasets = ['bernoulli_arms']\n"
                    "algorithms = ['ucb']\nevaluators = ['replay{checkpoints=[2, 4]}']\n"
                    "horizon = '10'\nreplicates = 4\nblock = 2\nkeep = 'rows'\n"
                    "[[table]]\nname = 't'\nfrom = 'play'\n",
                [=](const Cell& cell) -> std::string {
                  const auto first = cell.simulation->first_replicate;
                  if (first > 0 && !second_is_there) return {};
                  const auto& names = cell.simulation->columns->names();
                  RowBuilder rows;
                  for (std::uint64_t r = first; r < first + 2; ++r) {
                    for (const double step : {2, 4}) {
                      rows.number("replicate", static_cast<double>(r));
                      rows.number("step", step);
                      for (const auto& name : names) {
                        rows.number(name, step == 2 ? -1 : 10 + static_cast<double>(r));
                      }
                      rows.end_row();
                    }
                  }
                  return std::move(rows).table().to_csv();
                });
}

std::vector<const Cell*> cells_of(const Stored& stored) {
  std::vector<const Cell*> cells;
  for (const Cell& cell : stored.plan.cells) cells.push_back(&cell);
  return cells;
}

}  // namespace

TEST_CASE("stored rows: the last value of each replicate, over all blocks") {
  const Stored stored = two_blocks(true);
  const StoredRows rows = load_rows(stored.store, cells_of(stored));
  CHECK(rows.failure.empty());
  REQUIRE(rows.payloads.size() == 2);
  CHECK(last_values(rows.payloads, "estimate") == Numbers{10, 11, 12, 13});
  CHECK_THROWS_AS(last_values(rows.payloads, "nothing"), std::out_of_range);
  CHECK(last_values({}, "nothing").empty());
}

TEST_CASE("stored rows: a missing cell has its reason") {
  const Stored stored = two_blocks(false);
  const auto cells = cells_of(stored);
  CHECK(load_rows(stored.store, cells).failure == "it was not computed");
  CHECK(load_rows(stored.store, cells).payloads.size() == 1);
  stored.store.note_failure(cells[1]->canonical, "out of memory");
  CHECK(load_rows(stored.store, cells).failure == "out of memory");
}

TEST_CASE("row builder: columns by their first values, or those of a plan") {
  RowBuilder open;
  open.text("name", "a");
  open.interval("mean", {1, 0.5, 1.5});
  CHECK(std::move(open).table().to_csv() == "name,mean,mean_low,mean_high\na,1,0.5,1.5\n");
  RowBuilder planned({{"x", true}, {"y", true}});
  planned.number("x", 1);
  planned.end_row();
  CHECK_THROWS_AS(planned.number("z", 1), std::logic_error);
  const Table table = std::move(planned).table();
  CHECK(std::isnan(numbers(table, "y")[0]));
}

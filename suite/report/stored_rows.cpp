#include "suite/report/stored_rows.hpp"

#include <map>

#include "suite/plan/cell_sources.hpp"
#include "suite/plan/column_name.hpp"
#include "suite/report/payload.hpp"
#include "suite/report/selection.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

StoredRows load_rows(const Store& store, const std::vector<const Cell*>& cells) {
  StoredRows stored;
  for (const Cell* cell : cells) {
    const StoredCell found = load_cell(store, *cell);
    if (found.payload) {
      try {
        stored.payloads.push_back(payload_table(*cell, *found.payload));
      } catch (const DataError& error) {
        stored.failure = error.what();
      }
    } else {
      stored.failure = store.failure(cell->canonical)
                           .value_or(found.origin.origin == Origin::other_sources
                                         ? "its sources changed since it was computed"
                                         : "it was not computed");
    }
  }
  return stored;
}

std::vector<double> last_values(const std::vector<Table>& payloads, const std::string& column) {
  std::vector<double> values;
  for (const Table& rows : payloads) {
    if (rows.rows() == 0) continue;
    std::map<double, double> last;
    const NumberColumn& replicate = numbers(rows, column_name::replicate);
    const NumberColumn& numbers_of_rows = numbers(rows, column);
    for (std::size_t row = 0; row < rows.rows(); ++row) last[replicate[row]] = numbers_of_rows[row];
    for (const auto& [index, value] : last) values.push_back(value);
  }
  return values;
}

std::vector<double> last_values(const std::vector<Table>& payloads, Role role) {
  return last_values(payloads, std::string(name_of(role)));
}

}  // namespace replaybench

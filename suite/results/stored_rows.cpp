#include "suite/results/stored_rows.hpp"

#include <map>

#include "suite/results/selection.hpp"

namespace replaybench {

StoredRows load_rows(const Store& store, const Cell& cell) {
  const auto found = store.load(cell.canonical);
  if (found.payload) return {Table::from_csv(*found.payload, "a stored cell"), {}};
  return {std::nullopt, store.failure(cell.canonical).value_or("it was not computed")};
}

std::vector<double> last_values(const Table& rows, const std::string& column) {
  std::map<double, double> last;
  if (rows.rows() == 0) return {};
  const NumberColumn& replicate = numbers(rows, "replicate");
  const NumberColumn& values = numbers(rows, column);
  for (std::size_t row = 0; row < rows.rows(); ++row) last[replicate[row]] = values[row];
  std::vector<double> result;
  result.reserve(last.size());
  for (const auto& [index, value] : last) result.push_back(value);
  return result;
}

bool has_metric(const Cell& cell, const std::string& name) {
  return cell.simulation->columns->find(name).has_value();
}

}  // namespace replaybench

#include "suite/prepared/prepared_numbers.hpp"

#include <cmath>

#include "suite/prepared/number_column.hpp"

namespace replaybench {

using namespace prepared;

PreparedNumbers::PreparedNumbers(const std::filesystem::path& file) : PreparedTableFile(file) {
  verify();
  check_number_places();
  std::uint64_t column = 1 + (names_.has_propensities ? 1 : 0) + header_.dimension;
  for (const TableNames::Target& target : names_.targets) {
    targets_.push_back({target.name, target.has_all});
    target_columns_.push_back(column);
    column += 1 + (target.has_all ? header_.action_count : 0);
  }
}

void PreparedNumbers::read_rewards(std::uint64_t first, std::span<double> out) const {
  read_column(0, first, out);
  require(out, first, "reward", [](double value) { return std::isfinite(value); });
}

void PreparedNumbers::read_propensities(std::uint64_t first, std::span<double> out) const {
  read_column(1, first, out);
  require(out, first, "propensity", [](double value) { return value > 0 && value <= 1; });
}

void PreparedNumbers::read_target(std::size_t target, std::uint64_t first,
                                  std::span<double> out) const {
  read_column(target_columns_[target], first, out);
  require(out, first, "probability", [](double value) { return value >= 0 && value <= 1; });
}

void PreparedNumbers::read_target_of(std::size_t target, Action action, std::uint64_t first,
                                     std::span<double> out) const {
  read_column(target_columns_[target] + 1 + action, first, out);
  require(out, first, "probability", [](double value) { return value >= 0 && value <= 1; });
}

void PreparedNumbers::read_actions(std::uint64_t first, std::span<Action> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = header_.action_bytes() == 2
                 ? Action{element<std::uint16_t>(TableSection::actions, first + i)}
                 : element<Action>(TableSection::actions, first + i);
    if (out[i] >= header_.action_count) file_.fail_section(TableSection::actions);
  }
}

void PreparedNumbers::read_column(std::uint64_t column, std::uint64_t first,
                                  std::span<double> out) const {
  const auto place = element<NumberPlace>(TableSection::number_kinds, column);
  const std::string_view bytes = file_.section(TableSection::numbers).substr(place.offset);
  if (!read_numbers(static_cast<NumberKind>(place.kind), bytes, header_.records,
                    {first, out.size(), out.data()})) {
    file_.fail_section(TableSection::numbers);
  }
}

template <class Allowed>
void PreparedNumbers::require(std::span<const double> values, std::uint64_t first, const char* what,
                              const Allowed& allowed) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (allowed(values[i])) continue;
    file_.fail("is damaged: record " + std::to_string(first + i) + " has an impossible " + what +
               "; prepare it again");
  }
}

}  // namespace replaybench

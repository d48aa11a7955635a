#pragma once
// The header of a published file: what it must be, to the letter.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "suite/text/csv_header.hpp"

namespace replaybench {

/// The place of a column among the names of a header: known to the compiler, which refuses a name
/// that is not there.
template <std::size_t count>
consteval std::size_t place_of(const std::array<std::string_view, count>& names,
                               std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::logic_error("no such column");
  return static_cast<std::size_t>(found - names.begin());
}

/// Throws DataError "FILE:1: the header is not that of SET: ..." unless the header has these names
/// in this order. The message names what differs: the columns that are missing, those that are not
/// known, or the first that stands elsewhere.
void require_published_header(const CsvHeader& header, std::span<const std::string_view> names,
                              const std::string& file, const std::string& set);

}  // namespace replaybench

#pragma once
// The header of a published file: what it must be, to the letter.

#include <span>
#include <string>
#include <string_view>

#include "suite/text/csv_header.hpp"

namespace replaybench {

/// Throws DataError "FILE:1: the header is not that of SET: ..." unless the header has these names
/// in this order. The message names what differs: the columns that are missing, those that are not
/// known, or the first that stands elsewhere.
void require_published_header(const CsvHeader& header, std::span<const std::string_view> names,
                              const std::string& file, const std::string& set);

}  // namespace replaybench

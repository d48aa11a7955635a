#pragma once
// Meaning of the bytes and integers of Parquet and Arrow: halves, decimals, UUIDs, dates and times.

#include <cstdint>
#include <string>
#include <string_view>

#include "suite/format/parquet_metadata.hpp"

namespace replaybench::parquet {

/// The value of an IEEE 754 binary16 number; exact. O(1).
double half_number(std::uint16_t bits);

/// The double nearest to a decimal: a big-endian integer in two's complement of 1 to 16 bytes (up to
/// 38 digits), divided by 10^scale, of -999 to 999. Throws DataError for another length. O(1).
double decimal_number(std::string_view big_endian, int scale);

/// The 36 characters of a UUID of 16 bytes: "00112233-4455-6677-8899-aabbccddeeff". O(1).
std::string uuid_text(std::string_view bytes);

/// "2024-03-30" of days since 1970-01-01 in the proleptic Gregorian calendar. Days of the times that 64
/// bits of seconds hold. O(1).
std::string date_text(std::int64_t days);
/// "2024-03-30 11:29:15" of a time since 1970-01-01 in units of 1 / `per_second` (1, 10^3, 10^6 or 10^9),
/// with as many decimals of the second as the unit has where they are not 0. No time zone. O(1).
std::string timestamp_text(std::int64_t value, std::int64_t per_second);
/// One of these by the meaning; the number itself for another one. O(1).
std::string time_text(std::int64_t value, Meaning meaning);

}  // namespace replaybench::parquet

#pragma once
// Logs as Parquet files: the flat columns, each with its name. Own reader; no Arrow is needed.
//
// Types: BOOLEAN, INT32, INT64, FLOAT, DOUBLE (and decimals in whole numbers) are columns of numbers;
// a FLOAT is the double that it is, not the shortest decimal of its text. BYTE_ARRAY is a column of
// texts. Whole numbers have exact texts, whatever their size. An absent value is an empty field.
// Pages of versions 1 and 2; encodings PLAIN, RLE, dictionary, DELTA_BINARY_PACKED,
// DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY and BYTE_STREAM_SPLIT; codecs none, snappy, gzip, zstd and lz4_raw. Nested
// and repeated columns, INT96 and FIXED_LEN_BYTE_ARRAY are refused by name when they are used, and
// else passed over. Checksums of pages are checked where the writer wrote them.

#include <memory>
#include <string>

#include "suite/log/log_rows.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

/// Opens the table. Memory: of each used column a page, its dictionary, and 1,024 values. Throws
/// DataError when the footer is broken or contradicts itself (parquet_metadata.hpp); next() throws
/// DataError "NAME: column, row group, page: reason".
std::unique_ptr<LogRows> parquet_rows(FileBytes file, const std::string& name);

}  // namespace replaybench

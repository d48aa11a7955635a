#pragma once
// Logs as Parquet files: flat columns and lists, each with its name. Own reader; no Arrow is needed.
//
// Types: BOOLEAN, INT32, INT64, FLOAT, DOUBLE (and decimals, also of bytes; half floats) are columns of numbers;
// a FLOAT is the double that it is, not the shortest decimal of its text. BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY are
// columns of texts, a UUID in its usual form. Whole numbers have exact texts, for any size; as a text a DATE is "2024-03-30" and a
// TIMESTAMP "2024-03-30 11:29:15". An absent value is an empty field.
// Pages of versions 1 and 2; encodings PLAIN, RLE, dictionary, DELTA_BINARY_PACKED,
// DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY and BYTE_STREAM_SPLIT; codecs none, snappy, gzip, brotli,
// zstd, lz4 and lz4_raw. Eight zero bytes behind the values of a page are padding (fastparquet). Checksums of pages are checked where the writer wrote them.
//
// Lists of numbers or texts, of one level: three elements of the schema (list.element), two as older
// writers have it, or a repeated field. A list NAME is a column of lists of texts
// (text_list.hpp), which can be the pool; of a pool no element is absent or empty.
// A list of numbers is also the columns NAME_0, NAME_1, ... of its elements (x_0, x_1, ... of a list
// `context`), as many as the first list that is not empty among the first 1,024 rows has; where they are used, a
// list of another length makes a bad row.
//
// Other nested columns, INT96 and INTERVAL are refused by name when they are used, and else
// passed over.

#include <memory>
#include <string>

#include "suite/log/log_rows.hpp"
#include "suite/text/readable_file.hpp"

namespace replaybench {

/// Opens the table. Columns that are not used are not read. Memory: the footer, and of each used column a page, its
/// dictionary, 1,024 values, and the longest list (at most 65,536 elements or 16 MiB). Throws FileError when the file
/// cannot be read or becomes shorter, DataError when the footer is broken or contradicts
/// itself (parquet_metadata.hpp), or the beginning of a list of numbers is broken; next() throws
/// DataError "NAME: column, row group, page: reason".
std::unique_ptr<LogRows> parquet_rows(ReadableFile file, const std::string& name);

}  // namespace replaybench

#pragma once
// Logs from the Arrow C stream interface: tables of polars, pyarrow, DuckDB and others in one process.
//
// Source: Apache Arrow specification, "The Arrow C data interface", "Data type description - format
// strings" and "The Arrow C stream interface"; "Arrow Columnar Format" for the layouts of buffers.
//
//   numbers  integers, half, single and double floats, booleans (1 and 0), decimals of 128 bits, null
//   texts    utf8 and binary, also large ones and views; dates (2024-01-31) and timestamps
//            (2024-01-31T12:00:00, with its digits of a second, and Z where the type has a time zone)
//   lists    of any length, for pools (text_list.hpp); an absent element is an empty text. Of numbers also
//            the columns NAME_0, NAME_1, ... (x_0, ... of a list `context`), as many as the first list among the first 1,024 rows that is not empty has; where
//            they are used, a list of another length makes a bad row
//   dictionaries with any of these values but lists
//
// Other types are refused by name when the column is used, otherwise ignored. Values are read where they are:
// no column is copied, converted or kept; a chunk is released before the next one is asked for. What a
// chunk claims is checked: counts of buffers and children, lengths of children, offsets that decrease or are
// beyond the last one, indices of dictionaries and buffers outside what is there. The sizes of most buffers are no part of the
// interface and cannot be checked.

#include <memory>
#include <string>

#include "suite/format/arrow_abi.hpp"
#include "suite/log/log_rows.hpp"

namespace replaybench {

/// The rows of a stream of structs (record batches), which is moved from: `stream.release` is null
/// afterwards, and the stream, its schema and each chunk are released once, also after an error. `name`
/// stands for the table in messages. Throws DataError, here or from next(), where the stream gives an
/// error (with its text), is no stream of structs, is released already, or breaks what is checked above.
std::unique_ptr<LogRows> arrow_rows(arrow::Stream& stream, std::string name);

}  // namespace replaybench

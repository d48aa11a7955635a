#pragma once
// Recognition of files that are logs but not CSV, with instructions to convert them.

#include <string>
#include <string_view>

namespace replaybench {

/// Format of a text that begins with these bytes and is not CSV, and how to convert it or which
/// reader it has; for a message after "FILE: ". Empty when it may be CSV. Known by their first
/// bytes:
/// Parquet, Arrow (old Feather too), ORC, Avro, HDF5, SQLite, RDS, pickle, npy, Excel, PDF, bzip2, xz,
/// zip (npz too); by their first lines: HTML, XML, Git LFS pointers, ARFF, libsvm, JSON (dsjson too) and
/// Vowpal Wabbit's text. O(length).
std::string foreign_format(std::string_view beginning);

/// True if a file with this beginning is a zip file of NumPy's arrays.
bool is_npz(std::string_view beginning);
/// True if it is JSON lines with the keys of dsjson, seen among the first lines.
bool is_dsjson(std::string_view beginning);
/// True if its first line is an object of JSON as far as it is given, with a key or empty.
bool is_json_lines(std::string_view beginning);
/// True if it has the keys of Vowpal Wabbit's JSON (its option json, not dsjson).
bool is_vw_json(std::string_view beginning);
/// True if its first line is one of Vowpal Wabbit's contextual bandits.
bool is_vw_text(std::string_view beginning);

}  // namespace replaybench

#pragma once
// The index of a folder of published studies: FOLDER/README.md.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace replaybench {

/// Throws SpecErrors when FOLDER/README.md is there and is not an index, FileError when it cannot be
/// read.
void refuse_foreign_index(const std::filesystem::path& folder);

/// Writes FOLDER/README.md: a line per study published there, what is not complete, and which of
/// `studies` are not there. Gives the bytes of all files. Throws SpecErrors when there is another
/// README.md, FileError.
std::uintmax_t write_published_index(const std::filesystem::path& folder,
                                     const std::vector<std::string>& studies);

}  // namespace replaybench

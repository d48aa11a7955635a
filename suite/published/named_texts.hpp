#pragma once
// Texts under names in one Markdown file: a heading per text and a block of code below it, which a code host shows.
// Files that end in .zst are packed.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace replaybench {

using NamedTexts = std::map<std::string, std::string>;

/// "## name", then the text between "```csv" and "```", for each text. A text ends with a line's end. Throws
/// std::invalid_argument for a text without that end or with a line "```". Linear.
std::string to_markdown(const NamedTexts& texts);

/// The texts of such a file; other lines of Markdown are skipped. Throws DataError, with `where` and the line, for
/// a block without a heading, a heading with two blocks, or a block that does not end. Linear.
NamedTexts texts_of(std::string_view markdown, const std::string& where);

/// Writes `to_markdown(texts)`, or removes the file if there are no texts. Throws FileError.
void write_texts(const std::filesystem::path& file, const NamedTexts& texts);

/// The texts of `write_texts`; nothing if there is no such file. Throws FileError, DataError.
NamedTexts read_texts(const std::filesystem::path& file);

}  // namespace replaybench

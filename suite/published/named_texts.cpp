#include "suite/published/named_texts.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/text_source.hpp"
#include "suite/text/zstd.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view heading = "## ";
constexpr std::string_view opening = "```csv";
constexpr std::string_view closing = "```";

// Unpacked; a file that says it is longer is damaged, or forged.
constexpr std::size_t max_unpacked_bytes = std::size_t{1} << 30;

bool has_line(std::string_view text, std::string_view line) {
  for (std::size_t at = text.find(line); at != text.npos; at = text.find(line, at + 1)) {
    if (at == 0 || text[at - 1] == '\n') return true;
  }
  return false;
}

std::string unpacked(const fs::path& file) {
  const auto source = open_text_file(file);
  std::string text;
  std::vector<char> block(1 << 16);
  while (const std::size_t got = source->read(block.data(), block.size())) {
    if (text.size() + got > max_unpacked_bytes) {
      throw DataError(file.string() + ": longer than 1 GB unpacked");
    }
    text.append(block.data(), got);
  }
  return text;
}

}  // namespace

std::string to_markdown(const NamedTexts& texts) {
  std::string markdown;
  for (const auto& [name, text] : texts) {
    if (!text.ends_with('\n') || has_line(text, closing)) {
      throw std::invalid_argument("the text " + name + " does not fit into a block of Markdown");
    }
    if (!markdown.empty()) markdown += '\n';
    markdown += std::string(heading) + name + "\n\n" + std::string(opening) + "\n" + text +
                std::string(closing) + "\n";
  }
  return markdown;
}

NamedTexts texts_of(std::string_view markdown, const std::string& where) {
  NamedTexts texts;
  std::string name;
  std::optional<std::size_t> block;  // where its text begins
  std::size_t number = 0;
  const auto fail = [&](const std::string& what) {
    throw DataError(where + ":" + std::to_string(number) + ": " + what);
  };
  for (std::size_t begin = 0; begin < markdown.size();) {
    ++number;
    const std::size_t end = std::min(markdown.find('\n', begin), markdown.size());
    const std::string_view line = markdown.substr(begin, end - begin);
    const std::size_t next = end + 1;
    if (block && line == closing) {
      if (!texts.emplace(name, markdown.substr(*block, begin - *block)).second) {
        fail("a second block below the heading " + name);
      }
      block.reset();
    } else if (!block && line == opening) {
      if (name.empty()) fail("a block without a heading");
      block = next;
    } else if (!block && line.starts_with(heading)) {
      name = line.substr(heading.size());
    }
    begin = next;
  }
  if (block) fail("the block of " + name + " does not end");
  return texts;
}

void write_texts(const fs::path& file, const NamedTexts& texts) {
  if (texts.empty()) {
    std::error_code error;
    if (fs::remove(file, error); error) {
      throw FileError("cannot remove " + file.string() + ": " + error.message());
    }
    return;
  }
  const std::string markdown = to_markdown(texts);
  write_file(file, file.extension() == ".zst" ? zstd(markdown) : markdown);
}

NamedTexts read_texts(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  return texts_of(unpacked(file), file.string());
}

}  // namespace replaybench

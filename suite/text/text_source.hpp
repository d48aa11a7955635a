#pragma once
// Bytes of a text, block by block: a plain file, a gzip or zstd file (recognised by its first bytes,
// not by its name), or a text in memory.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "suite/text/errors.hpp"

namespace replaybench {

/// A gzip or zstd file that ends too early. What was read before is right as far as it can be known.
/// The message names the file, the byte at which it ends, the member or frame there, and the
/// byte and line that the unpacked text reached.
class TruncatedText : public DataError {
  using DataError::DataError;
};

/// A text that is read once, from its beginning to its end.
class TextSource {
 public:
  explicit TextSource(std::string name) : name_(std::move(name)) {}
  TextSource(const TextSource&) = delete;
  TextSource& operator=(const TextSource&) = delete;
  virtual ~TextSource() = default;

  /// Writes the next bytes to `to`, at least one and at most `size` (needs size >= 1); gives their
  /// number, 0 at the end. Throws FileError when the file cannot be read, TruncatedText
  /// when it is a truncated gzip or zstd file and DataError when it is a corrupt one, after all bytes that
  /// could be had were given: the end is never reported before the whole text was seen.
  virtual std::size_t read(char* to, std::size_t size) = 0;

  /// Bytes of the whole text where that is known beforehand (a regular plain file, a text in
  /// memory), otherwise 0. A hint: a file may grow or shrink while it is read.
  virtual std::size_t size_hint() const { return 0; }

  /// The name for messages: the path as the user wrote it.
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

/// Opens a plain, gzip or zstd file (one or several members or frames, as pigz and cat make them; zero
/// padding at the end of gzip is allowed). Memory: one block; for zstd the frame's window, at most
/// 128 MiB (a larger one is a DataError). Throws FileError when it is missing, a folder, or
/// not readable.
std::unique_ptr<TextSource> open_text_file(const std::filesystem::path& path);

/// The first bytes of the text that is left in `source`, at most `most`. What is wrong with it is left
/// to who reads on: the error comes again there, behind the bytes given here.
std::string read_beginning(TextSource& source, std::size_t most);
/// Beginning of a file, unpacked; empty if it is not a regular file, such as a pipe, which can be read only once.
/// Throws FileError if the file is not readable.
std::string beginning_of(const std::filesystem::path& path, std::size_t most);

/// A plain text in memory; `text` must live as long as the source.
std::unique_ptr<TextSource> text_in_memory(std::string_view text, std::string name);

}  // namespace replaybench

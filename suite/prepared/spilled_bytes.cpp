#include "suite/prepared/spilled_bytes.hpp"

#include <filesystem>

#include "suite/text/errors.hpp"

namespace replaybench::prepared {

namespace {

std::filesystem::path temporary_file() {
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(none);
  return (none ? std::filesystem::path(".") : folder) / "replaybench-log";
}

}  // namespace

void SpilledBytes::append(std::string_view bytes) {
  size_ += bytes.size();
  if (!file_ && size_ <= limit_) {
    memory_ += bytes;
    return;
  }
  try {
    if (!file_) {
      file_ = std::make_unique<NamelessFile>(temporary_file());
      file_->append(memory_);
      memory_ = {};
    }
    file_->append(bytes);
  } catch (const FileError& error) {
    throw FileError(
        std::string(error.what()) +
        ": a long log is kept there while it is evaluated; TMPDIR names another folder");
  }
}

std::string_view SpilledBytes::read(std::uint64_t place, std::size_t size,
                                    std::string& buffer) const {
  if (!file_) return std::string_view(memory_).substr(place, size);
  buffer.resize(size);
  file_->read(place, buffer);
  return buffer;
}

}  // namespace replaybench::prepared

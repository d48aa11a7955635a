#include "suite/prepared/source_change.hpp"

#include "suite/text/sha256.hpp"

namespace replaybench {

namespace fs = std::filesystem;

std::string change_of_source(const fs::path& file, const PreparedOrigin::Source& source,
                             fs::file_time_type prepared) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  if (error) return {};
  if (bytes != source.bytes) {
    return "it had " + std::to_string(source.bytes) + " bytes and has " + std::to_string(bytes);
  }
  const fs::file_time_type written = fs::last_write_time(file, error);
  if (error || written <= prepared || sha256_hex_of_file(file) == source.sha256) return {};
  return "it has other bytes";
}

}  // namespace replaybench

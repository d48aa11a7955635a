#include "suite/yahoo/prepared_sources.hpp"

#include <string>

#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// How a file differs from what was prepared; empty: it does not.
std::string change_of(const fs::path& file, const PreparedOrigin::Source& source,
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

}  // namespace

void check_prepared_sources(const fs::path& prepared, const PreparedOrigin& origin) {
  std::error_code error;
  const fs::file_time_type made = fs::last_write_time(prepared, error);
  if (error) return;
  for (const PreparedOrigin::Source& source : origin.sources) {
    // What was generated as a prepared log has no files.
    if (source.sha256.empty() || !r6b_day_of(source.name)) continue;
    const fs::path file = prepared.parent_path() / fs::path(source.name).filename();
    const std::string change = change_of(file, source, made);
    if (change.empty()) continue;
    throw DataError(prepared.string() + " is old: " + file.string() +
                    " has changed since it was prepared (" + change +
                    "); prepare it again (`replaybench data prepare`), or remove one of the two");
  }
}

}  // namespace replaybench

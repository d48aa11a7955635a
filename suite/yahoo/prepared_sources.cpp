#include "suite/yahoo/prepared_sources.hpp"

#include <string>

#include "suite/prepared/source_change.hpp"
#include "suite/text/errors.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"

namespace replaybench {

namespace fs = std::filesystem;

void check_prepared_sources(const fs::path& prepared, const PreparedOrigin& origin) {
  std::error_code error;
  const fs::file_time_type made = fs::last_write_time(prepared, error);
  if (error) return;
  for (const PreparedOrigin::Source& source : origin.sources) {
    // Logs that were generated as prepared logs have no files.
    if (source.sha256.empty() || !r6b_day_of(source.name)) continue;
    const fs::path file = prepared.parent_path() / fs::path(source.name).filename();
    const std::string change = change_of_source(file, source, made);
    if (change.empty()) continue;
    throw DataError(prepared.string() + " is old: " + file.string() +
                    " has changed since it was prepared (" + change +
                    "); prepare it again (`replaybench data prepare`), or remove one of the two");
  }
}

}  // namespace replaybench

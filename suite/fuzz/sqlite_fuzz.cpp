// The reader of SQLite databases: the only table, as a log, and every column as a text.

#include "suite/format/sqlite.hpp"
#include "suite/fuzz/log_rows_target.hpp"
#include "suite/fuzz/scratch_folder.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace replaybench;
  static const ScratchFolder scratch;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const SqliteLog log{scratch.write("log.db", bytes), {}};
  const auto open = [&]() -> std::unique_ptr<LogRows> {
    try {
      return sqlite_rows(log, "file");
    } catch (const SpecErrors& error) {  // several tables
      throw DataError(error.what());
    }
  };
  read_both_ways(open);
  try {
    const auto rows = open();
    while (rows->next()) {
      if (rows->is_bad()) continue;
      require(rows->fields().size() == rows->header().size(), "a field per column");
      for (const auto field : rows->fields()) {
        require(std::string(field) == field, "a text that is there until the next row");
      }
      ++inputs_read;
    }
  } catch (const DataError& error) {
    require_printable(error.what());
  }
  return 0;
}

// The reader of parquet files: as a log, and every column as a text.

#include "suite/format/parquet.hpp"
#include "suite/fuzz/log_rows_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace replaybench;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto open = [&] { return parquet_rows(FileBytes(bytes), "file"); };
  read_both_ways(open);
  try {
    const auto rows = open();
    while (rows->next()) {
      require(rows->is_bad() || rows->fields().size() == rows->header().size(),
              "a field per column");
      if (rows->is_bad()) continue;
      for (const auto field : rows->fields()) {
        require(std::string(field) == field, "a text that is there until the next row");
      }
    }
  } catch (const DataError& error) {
    require_printable(error.what());
  }
  return 0;
}

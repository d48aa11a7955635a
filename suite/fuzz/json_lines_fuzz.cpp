// The reader of JSON lines.

#include "suite/format/json_lines.hpp"
#include "suite/fuzz/log_rows_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace replaybench;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_both_ways([&] { return json_lines_rows(text_in_memory(text, "text")); });
  return 0;
}

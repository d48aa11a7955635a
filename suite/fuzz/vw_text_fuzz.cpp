// The reader of Vowpal Wabbit's text, with features by name and hashed.

#include "suite/format/vw_text.hpp"
#include "suite/fuzz/log_rows_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace replaybench;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const std::uint32_t buckets : {0u, 8u}) {
    read_both_ways(
        [&] { return vw_text_rows(text_in_memory(text, "text"), {.buckets = buckets}); });
  }
  return 0;
}

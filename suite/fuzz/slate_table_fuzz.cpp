// The reader of logs of slates: what it accepts is a log whose slates and columns fit together.

#include "suite/fuzz/target.hpp"
#include "suite/log/slate_table.hpp"
#include "suite/text/errors.hpp"

namespace {

using namespace replaybench;

void check(const SlateLog& log) {
  require(log.size() > 0 && log.first.front() == 0, "slates");
  require(log.first.back() == log.rewards.size(), "a reward per slot");
  for (std::size_t slate = 0; slate < log.size(); ++slate) {
    require(log.first[slate] < log.first[slate + 1], "no slate is empty");
    require(log.rewards_of(slate).size() <= max_slots, "slots");
  }
  require(log.distinct_actions <= log.rewards.size(), "distinct actions");
  for (std::size_t index = 0; index < slate_column_count; ++index) {
    const auto column = static_cast<SlateColumn>(index);
    const bool probability = column != SlateColumn::q && column != SlateColumn::q_pi;
    if (!log.has(column)) continue;
    require(log.columns[index].size() == log.rewards.size(), "a value per slot");
    for (const double value : log.columns[index])
      require(!probability || (value >= 0 && value <= 1 + 1e-6), "a probability");
  }
  ++inputs_read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto rows = csv_rows(text_in_memory(text, "text"));
    check(*read_slate_table(*rows).log.slates);
  } catch (const DataError& error) {
    require_printable(error.what());
  }
  return 0;
}

// The reader of logs of real-valued actions, with one policy and with two, with and without a range.

#include <cmath>

#include "suite/continuous/continuous_log.hpp"
#include "suite/fuzz/target.hpp"
#include "suite/text/errors.hpp"

namespace {

using namespace replaybench;

void require_finite(const std::vector<double>& values, std::size_t count) {
  require(values.size() == count, "a value per record");
  for (const double value : values) require(std::isfinite(value), "a finite number");
}

void check(const ContinuousLog& log, std::size_t targets, const std::optional<ActionRange>& range) {
  require(log.size() > 0, "records");
  require_finite(log.actions, log.size());
  require_finite(log.rewards, log.size());
  require_finite(log.densities, log.size());
  for (const double density : log.densities) require(density > 0, "a density");
  if (!log.q.empty()) require_finite(log.q, log.size());
  require(log.targets.size() == targets, "the policies asked for");
  for (const auto& target : log.targets) {
    require_finite(target.actions, log.size());
    if (!target.q.empty()) require_finite(target.q, log.size());
    for (const double action : target.actions)
      require(!range || (action >= range->low && action <= range->high), "in the range");
  }
  ++inputs_read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ContinuousColumns two;
  two.targets = {"target", "other"};
  for (const auto& columns : {ContinuousColumns{}, two}) {
    for (const auto& range : {std::optional<ActionRange>(), std::optional(ActionRange{0, 1})}) {
      try {
        const auto rows = csv_rows(text_in_memory(text, "text"), ',');
        check(read_continuous_log(*rows, columns, range), columns.targets.size(), range);
      } catch (const DataError& error) {
        require_printable(error.what());
      } catch (const SpecErrors& error) {
        require_printable(error.what());
      }
    }
  }
  return 0;
}

// The reader of tables of real-valued actions, with one policy and with two.

#include <cmath>

#include "suite/fuzz/target.hpp"
#include "suite/log/dose_table.hpp"
#include "suite/text/errors.hpp"

namespace {

using namespace replaybench;

void require_finite(const std::vector<double>& values, std::size_t count) {
  require(values.size() == count, "a value per record");
  for (const double value : values) require(std::isfinite(value), "a finite number");
}

void check(const DoseLog& log, std::size_t targets) {
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
  }
  ++inputs_read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  TableOptions two;
  two.policy_columns = {"target", "other"};
  for (const auto& [options, targets] : {std::pair(TableOptions{}, 1u), std::pair(two, 2u)}) {
    try {
      const auto rows = csv_rows(text_in_memory(text, "text"));
      check(*read_dose_table(*rows, options).log.doses, targets);
    } catch (const DataError& error) {
      require_printable(error.what());
    } catch (const SpecErrors& error) {
      require_printable(error.what());
    }
  }
  return 0;
}

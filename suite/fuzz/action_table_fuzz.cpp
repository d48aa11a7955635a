// The reader of tables of features of actions: what it accepts are features of a log's actions.

#include <cmath>

#include "suite/fuzz/target.hpp"
#include "suite/log/action_table.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/text/errors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace replaybench;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Log log = read_csv_log("action,reward\na,1\nb,0\n1,0\n", "log").log;
  try {
    const auto rows = csv_rows(text_in_memory(text, "text"));
    for (const std::string& warning : add_action_table(log, *rows)) {
      require_printable(in_style(warning, OptionStyle::command_line));
    }
    log.check();
    require(log.has_action_features() && log.action_features->dimension() > 0, "features");
    ++inputs_read;
  } catch (const DataError& error) {
    require_printable(error.what());
    require(!log.has_action_features(), "a table that is refused leaves no features");
  }
  return 0;
}

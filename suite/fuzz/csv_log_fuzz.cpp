// The reader of CSV logs, with and without bad lines left out.

#include <algorithm>

#include "suite/fuzz/target.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/text/errors.hpp"

namespace {

using namespace replaybench;

// Columns with other roles, texts as features, segments, policies and predictions.
TableOptions with_named_columns() {
  TableOptions options;
  options.categorical = {"c"};
  options.hashed = {{"h", 4}};
  options.segment = "c";
  options.policy_columns = {"pi"};
  options.policy_patterns = {"p_*"};
  options.prediction_patterns = {"q_*"};
  return options;
}

void read_named_columns(std::string_view text, bool skip) {
  TableOptions options = with_named_columns();
  options.skip_bad_lines = skip;
  try {
    const auto [log, report] = read_csv_log(text, "text", options);
    log.check();
    require(report.segments.size() == log.size(), "a segment per record");
    require(log.targets.size() == 2 && log.predictions.size() == 1, "the policies asked for");
  } catch (const DataError& error) {
    require_printable(error.what());
  } catch (const SpecErrors& error) {
    require_printable(error.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t good_lines = 0;  // of the strict reading; 0 means it refused
  for (const bool skip : {false, true}) {
    read_named_columns(text, skip);
    try {
      const auto [log, report] =
          read_csv_log(text, "text", {.intercept = size % 2 == 0, .skip_bad_lines = skip});
      log.check();
      require(report.lines == report.records + report.bad_lines, "lines = records + bad lines");
      require(report.records == log.size() && log.size() > 0, "records");
      require(report.first_bad.size() == std::min<std::size_t>(10, report.bad_lines),
              "the first bad lines are shown");
      require(log.action_names.size() == log.action_count, "every action has a name");
      require(skip || report.bad_lines == 0, "a bad line throws unless it may be left out");
      require(!skip || (good_lines > 0) == (report.bad_lines == 0), "both ways agree");
      if (skip && good_lines > 0) require(report.records == good_lines, "both ways read the same");
      if (!skip) good_lines = report.records;
      for (const auto& bad : report.first_bad) {
        require_printable(in_style(bad.reason, OptionStyle::command_line));
      }
    } catch (const DataError& error) {
      require(!skip || good_lines == 0, "what is good strictly is good");
      require_printable(error.what());
    }
  }
  return 0;
}

#pragma once
// Conditions that must hold for every format's reader and any bytes.

#include <functional>

#include "suite/fuzz/target.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

/// Reads the rows that `open` gives as a log, strictly and with bad lines left out.
inline void read_both_ways(const std::function<std::unique_ptr<LogRows>()>& open) {
  std::size_t good_lines = 0;  // of the strict reading; 0 means it refused
  for (const bool skip : {false, true}) {
    try {
      const auto rows = open();
      const auto [log, report] = read_log(*rows, {.skip_bad_lines = skip});
      log.check();
      require(report.lines == report.records + report.bad_lines, "lines = records + bad lines");
      require(log.size() > 0 &&
                  (log.has_copies() ? report.records <= log.size() : report.records == log.size()),
              "records");
      require(skip || report.bad_lines == 0, "a bad line throws unless it may be left out");
      if (skip && good_lines > 0) require(report.records == good_lines, "both ways read the same");
      if (!skip) good_lines = report.records;
      for (const auto& bad : report.first_bad) {
        require_printable(in_style(bad.reason, OptionStyle::command_line));
      }
      for (const auto& warning : report.warnings) {
        require_printable(in_style(warning, OptionStyle::command_line));
      }
    } catch (const DataError& error) {
      require(!skip || good_lines == 0, "what is good strictly is good");
      require_printable(error.what());
    }
  }
}

}  // namespace replaybench

#pragma once
// Yahoo! R6A and R6B logs as a `Log`, and record by record. The formats and what is wrong with
// them: yahoo_reader.hpp, yahoo_report.hpp.

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/yahoo/yahoo_reader.hpp"

namespace replaybench {

struct YahooLog {
  Log log;
  YahooReport report;
};

/// All records of the files, in their order.
///
/// R6B: sparse contexts of 136 features; feature f of 2..136 is at f - 2 and named "f<f>", the
/// constant is the last one, named "intercept", and is 1 in every record, also if the file lacks
/// it. R6A: dense contexts of 6, the user's features 2..6 (0 if missing) and the constant; the
/// articles' features have no place in a Log (visit_yahoo_log gives them). Actions are numbered by
/// the articles' names in natural order (id-9 before id-10); pools in pool_table, timestamps as
/// written, no propensities (the logging policy is uniform over the pool: thesis, section 4.2.3,
/// p. 103).
///
/// Throws FileError when a file is missing or not readable; DataError when no record is left
/// (the message is the report), or at the first anomaly when strict. Memory: the result.
YahooLog read_yahoo_log(const std::vector<std::filesystem::path>& files,
                        const YahooOptions& options = {});

/// Reads a log from a string; `name` is the file's name in messages.
YahooLog read_yahoo_log(std::string_view text, const std::string& name,
                        const YahooOptions& options = {});

/// Names of the features of a Log of this format (not `detect`), in its order.
std::vector<std::string> yahoo_feature_names(YahooFormat format);

/// The features of an R6B record that are 1 in the Log, increasing, into `active`.
void set_active_features(const YahooRecord& record, std::vector<std::uint32_t>& active);

/// Calls visit(const YahooReader&) for every record, in memory that does not grow with the files.
template <class Visit>
YahooReport visit_yahoo_log(std::vector<std::filesystem::path> files, const YahooOptions& options,
                            Visit&& visit) {
  YahooReader reader(std::move(files), options);
  while (reader.next()) visit(std::as_const(reader));
  return reader.report();
}

}  // namespace replaybench

#include "suite/log/bad_lines.hpp"

#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// A column of texts is said once, not line by line.
void refuse_texts(const ReadReport& report, const LineProblems& problems,
                  const TableOptions& options, const CsvHeader& header, const LogColumns& columns,
                  const std::string& file) {
  if (options.skip_bad_lines && report.records > 0) return;
  for (std::size_t i = 0; i < problems.texts.size(); ++i) {
    const LineProblems::Texts& texts = problems.texts[i];
    if (2 * texts.lines <= report.lines) continue;
    throw DataError(file + ": " + column_label(header, columns.features[i]) + " holds texts (" +
                    quoted_text(texts.first) + " and others, on " + std::to_string(texts.lines) +
                    " of " + std::to_string(report.lines) + " lines): a feature is a number; " +
                    option("categorical") + " makes a feature of 0 and 1 per value, " +
                    option("hashed") + " a number of buckets; or leave the column out (" +
                    option("features") + " names the columns to read)");
  }
}

}  // namespace

void refuse_bad_log(const ReadReport& report, const LineProblems& problems,
                    const TableOptions& options, const CsvHeader& header, const LogColumns& columns,
                    const std::string& file) {
  refuse_texts(report, problems, options, header, columns, file);
  if (report.lines == 0) throw DataError(file + ": the file has a header and no data line");
  if (report.records == 0 && report.bad_lines == 0) {
    throw DataError(file + ": no line has a reward");
  }
  if (report.bad_lines == 0 || (options.skip_bad_lines && report.records > 0)) return;
  std::string message = file + ": " + std::to_string(report.bad_lines) + " of " +
                        std::to_string(report.lines) + " lines cannot be used";
  if (report.records == 0) message += "; no good line is left";
  for (const std::string& bad : report.bad_line_texts()) message += "\n" + bad;
  const std::size_t more = report.bad_lines - report.first_bad.size();
  if (more > 0) message += "\n... and " + std::to_string(more) + " more";
  if (report.records > 0) {
    message += more > 0 ? "; " : "\n";
    message += "use " + option("skip_bad_lines", "true") + " to leave them out";
  }
  if (problems.without_reward > 0 && options.missing_reward == MissingReward::refuse) {
    message += "\n" + std::to_string(problems.without_reward) +
               (problems.without_reward == 1 ? " line has" : " lines have") +
               " no reward: " + option("missing_reward", "zero") + " counts it as 0, " +
               option("missing_reward", "drop") + " leaves the line out";
  }
  if (problems.without_feature > 0) {
    message += "\n" + std::to_string(problems.without_feature) +
               (problems.without_feature == 1 ? " line lacks" : " lines lack") +
               " a feature: " + option("missing_feature", "mean") +
               " fills it with the mean of the others";
  }
  throw DataError(message);
}

std::string warning_of_missing_rewards(const ReadReport& report, const LineProblems& problems,
                                       MissingReward treatment) {
  const std::size_t without = problems.without_reward;
  if (without == 0 || treatment == MissingReward::refuse) return {};
  const bool one = without == 1;
  return std::to_string(without) + " of " + std::to_string(report.lines) + " lines " +
         (one ? "has" : "have") + " no reward: " +
         (treatment == MissingReward::zero
              ? (one ? "it counts as 0" : "they count as 0")
              : (one ? "it is left out"
                     : "they are left out, which is right only if whether a "
                       "reward is known does not depend on it"));
}

}  // namespace replaybench

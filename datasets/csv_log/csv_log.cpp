#include "datasets/csv_log/csv_log.hpp"

#include "suite/component/dataset_parameters.hpp"
#include "suite/component/simulator.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench::datasets::csv_log {

const CsvLog& CsvFile::content() const {
  std::call_once(read_, [&] {
    try {
      content_ = std::make_shared<const CsvLog>(read_csv_log(path_, options_));
    } catch (Error& error) {
      error.write_options(OptionStyle::study);  // the user wrote them as parameters
      throw;
    }
  });
  return *content_;
}

std::shared_ptr<const Log> CsvFile::log() const {
  const Log& log = content().log;
  return std::shared_ptr<const Log>(content_, &log);
}

std::string CsvFile::content_digest() const {
  std::call_once(digested_, [&] {
    std::error_code ignored;
    if (std::filesystem::exists(path_, ignored) &&
        !std::filesystem::is_regular_file(path_, ignored)) {
      throw FileError(path_.string() + " is not a file that can be read twice");
    }
    try {
      digest_ = sha256_hex_of_file(path_);
    } catch (const std::filesystem::filesystem_error& error) {
      throw FileError("cannot read " + path_.string() + ": " + error.code().message());
    }
  });
  return digest_;
}

std::vector<std::string> CsvFile::warnings() const {
  std::vector<std::string> warnings;
  const CsvLogReport& report = content().report;
  if (report.bad_lines > 0) {
    warnings.push_back(std::to_string(report.bad_lines) + " of " + std::to_string(report.lines) +
                       " lines could not be used and are left out; the first is line " +
                       std::to_string(report.first_bad.front().line) + ": " +
                       report.first_bad.front().reason);
  }
  for (const std::string& column : report.ignored_columns) {
    warnings.push_back("column \"" + column + "\" is ignored");
  }
  warnings.insert(warnings.end(), report.warnings.begin(), report.warnings.end());
  if (!content().log.has_propensities()) {
    warnings.push_back(
        "no propensity column: estimates are right only if every available action was equally "
        "likely to be logged");
  }
  for (std::string& warning : warnings) warning = in_style(warning, OptionStyle::study);
  return warnings;
}

namespace {

struct Written : CsvLogOptions {
  std::string path;
};

std::shared_ptr<const Dataset> make(const Written& written) {
  if (written.path.empty()) refuse_parameters("csv_log", "path is missing");
  return std::make_shared<CsvFile>(written.path, written);
}

const auto parameters = bind_parameters<Written>(
    text(&Written::path, "path", "the file; relative to the working directory"),
    intercept_parameter(&Written::intercept),
    boolean(&Written::skip_bad_lines, "skip_bad_lines",
            "leave bad lines out (and warn) instead of stopping"));

std::string write_look_alike(const std::filesystem::path& folder) {
  std::string text = "timestamp,action,reward,propensity,pool,x_a,x_b\n";
  const char* const names[] = {"red", "green", "blue"};
  for (std::uint64_t i = 0; i < 80; ++i) {
    Draws draws({69}, i);
    // Pools of two and of three actions, which stay for ten records.
    const std::uint32_t pool = i / 10 % 2 == 0 ? 3 : 2;
    text += std::to_string(i) + "," + names[draws.below(pool)] + "," +
            std::to_string(draws.below(2)) + "," + (pool == 3 ? "0.333333" : "0.5") + ",red green" +
            (pool == 3 ? " blue" : "") + "," + std::to_string(draws.below(100)) + ".5,-" +
            std::to_string(draws.below(7)) + "\n";
  }
  const auto file = folder / "look_alike.csv";
  write_file(file, text);
  return "path=" + to_text(ParameterValue(file.string()));
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{{.name = "csv_log",
                                      .summary = "a log from a CSV file, plain or gzip",
                                      .source = "suite/log/csv_log.hpp",
                                      .revision = 2,
                                      .parameters = parameters.described()},
                                     parameters.factory(make),
                                     write_look_alike};

}  // namespace replaybench::datasets::csv_log

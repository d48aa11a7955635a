// A log of the user's: a file of any format that `evaluate` reads, with the same options.
//
// Source: none; formats and columns are those of suite/logs/open_log.hpp.
// A relative path is read from the working directory.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "suite/component/read_once.hpp"
#include "suite/component/registry.hpp"
#include "suite/component/simulator.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

namespace replaybench::datasets::log {

namespace {

/// Reads the file at the first use, once; thread-safe.
class LogFile final : public Dataset {
 public:
  explicit LogFile(LogOptions options) : options_(std::move(options)) {}

  /// Throws what open_log throws.
  std::shared_ptr<const Log> log() const override { return input().log; }
  const ReadReport* report() const override { return &input(); }
  /// digest_of_log.
  std::string content_digest() const override {
    return digest_.get([&] { return digest_of_log(options_); });
  }
  /// Lines left out, columns ignored, propensities missing. Reads the file.
  std::vector<std::string> warnings() const override {
    std::vector<std::string> warnings;
    const InputLog& read = input();
    if (read.bad_lines > 0) {
      std::string text = std::to_string(read.bad_lines) + " of " + std::to_string(read.lines) +
                         " lines could not be used and are left out";
      if (!read.first_bad.empty()) {
        const BadLine& first = read.first_bad.front();
        text += "; the first is line " + std::to_string(first.line) +
                (first.file.empty() ? "" : " of " + first.file) + ": " + first.reason;
      }
      warnings.push_back(std::move(text));
    }
    for (const std::string& column : read.ignored_columns) {
      warnings.push_back("column \"" + column + "\" is ignored");
    }
    warnings.insert(warnings.end(), read.warnings.begin(), read.warnings.end());
    if (read.log->kind() == LogKind::actions && !read.log->has_propensities()) {
      warnings.push_back(
          "no propensity column: estimates are right only if every available action was equally "
          "likely to be logged");
    }
    return warnings;
  }

 private:
  const InputLog& input() const {
    return input_.get([&] {
      try {
        InputLog input = open_log(options_);
        for (auto& text : input.warnings) text = in_style(text, OptionStyle::study);
        for (auto& bad : input.first_bad) bad.reason = in_style(bad.reason, OptionStyle::study);
        return input;
      } catch (Error& error) {
        error.write_options(OptionStyle::study);
        throw;
      }
    });
  }

  LogOptions options_;
  ReadOnce<InputLog> input_;
  ReadOnce<std::string> digest_;
};

std::shared_ptr<const Dataset> make(const LogOptions& options) {
  if (options.path.empty()) refuse_parameters("log", "path is missing");
  return std::make_shared<LogFile>(options);
}

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
const DatasetDescription description{
    {.name = "log",
     .summary =
         "a log from a file or several: CSV, dsjson, VW text, npz, Parquet, or a prepared log",
     .source = "suite/logs/open_log.hpp",
     .parameters = log_parameters().described(),
     .aliases = "csv_log"},
    {.make = log_parameters().factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::log

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "suite/catalogue/data_folder.hpp"
#include "suite/cli/bound_options.hpp"
#include "suite/cli/data_commands.hpp"
#include "suite/cli/progress.hpp"
#include "suite/logs/log_parts.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/prepared/prepared_log.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/text_source.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"

namespace replaybench::cli {

namespace {

// Proportion of the files that was read, by their sizes on the disk. The unpacked size of a compressed file is
// known after it was read: the next files are assumed to have the same ratio.
class ShareRead {
 public:
  double operator()(const PrepareProgress& step, const std::vector<std::filesystem::path>& files) {
    if (sizes_.empty()) {
      for (const auto& file : files) {
        std::error_code error;
        const auto size = std::filesystem::file_size(file, error);
        sizes_.push_back(error ? 0 : static_cast<double>(size));
        all_ += sizes_.back();
      }
    }
    while (at_ < step.file) {
      if (is_packed(files[at_]) && sizes_[at_] > 0 && last_bytes_ > 0) {
        expansion_ = last_bytes_ / sizes_[at_];
      }
      before_ += sizes_[at_++];
    }
    last_bytes_ = static_cast<double>(step.file_bytes);
    const double read = last_bytes_ / (is_packed(files[at_]) ? expansion_ : 1);
    return all_ > 0 ? (before_ + std::min(read, sizes_[at_])) / all_ : 0;
  }

 private:
  static bool is_packed(const std::filesystem::path& file) { return file.extension() == ".gz"; }

  std::vector<double> sizes_;
  double all_ = 0, before_ = 0, last_bytes_ = 0;
  double expansion_ = 10;  // about that of R6B
  std::size_t at_ = 0;
};

struct PrepareOptions {
  std::vector<std::string> from;
  std::string to;
  bool strict = false;
  GivenOptions reading;
};

// True if these are files of Yahoo! R6B: by default those of the data folder; otherwise the first decides, a
// folder with them or a file that begins as one.
bool is_yahoo(const PrepareOptions& options) {
  const auto& from = options.from;
  if (from.empty()) return true;
  if (from[0] == "-") return false;
  if (std::filesystem::is_directory(from[0])) return is_r6b_folder(from[0]);
  const auto flags = options.reading.flags();
  if (std::find(flags.begin(), flags.end(), "--input-format") != flags.end()) return false;
  return std::filesystem::exists(from[0]) && begins_as_r6b(beginning_of(from[0], 64));
}

// Rejects flags of a table's columns, because these files have no columns.
void require_no_table_flags(const GivenOptions& reading) {
  const std::vector<std::string> flags = reading.flags();
  if (flags.empty()) return;
  throw SpecErrors(fmt::format("files of Yahoo! R6B have no columns to choose: {} not allowed",
                               fmt::join(flags, ", ")));
}

void require_place(const std::filesystem::path& to) {
  std::error_code error;
  if (std::filesystem::exists(to, error) && !PreparedLog::is_one(to)) {
    throw FileError(to.string() + " is there already and is not a prepared log: it is kept");
  }
}

void prepare_table(const PrepareOptions& options, LogOptions reading) {
  if (options.to.empty()) {
    throw SpecErrors("--out is missing: the file that the prepared log is written to");
  }
  if (options.strict) throw SpecErrors("--strict is for files of Yahoo! R6B");
  require_place(options.to);
  reading.path = options.from[0];
  reading.more_paths.assign(options.from.begin() + 1, options.from.end());
  reading.progress = progress_of_reading();
  const PreparedOrigin origin = prepare_log(reading, options.to);
  reading.progress = {};  // ends its line
  fmt::print("{}", origin.text());
  const PreparedTableSummary written = summary_of_prepared_table(options.to);
  fmt::print("{}: {} records, {}, content {}\n", options.to, written.records,
             size_text(written.file_bytes), written.content_digest);
}

void prepare(PrepareOptions& options) {
  std::vector<SpecProblem> problems;
  LogOptions reading = options.reading.read(log_parameters(), problems);
  if (!problems.empty()) throw SpecErrors(problems);
  if (!is_yahoo(options)) return prepare_table(options, std::move(reading));
  require_no_table_flags(options.reading);
  std::vector<std::filesystem::path> from(options.from.begin(), options.from.end());
  std::filesystem::path to = options.to;
  if (from.empty() || to.empty()) {
    const auto folder = data_folder();
    if (!folder) throw FileError(data_variable_help());
    if (from.empty()) from = {*folder / "r6b"};
    if (to.empty()) to = *folder / "r6b" / "r6b.replaybench";
  }
  std::vector<std::filesystem::path> files = from;
  if (from.size() == 1 && std::filesystem::is_directory(from[0])) {
    files = find_r6b_files(from[0]).files;
  }
  require_place(to);
  PreparedOrigin origin;
  {
    Progress progress("prepare");
    ShareRead share;
    origin = prepare_yahoo_log(from, {.strict = options.strict}, to, [&](const auto& step) {
      const double read = step.records > 0 || step.file_bytes > 0 ? share(step, files) : 0;
      progress.show_share(fmt::format("{} ({} of {}), {} records", step.doing, step.file + 1,
                                      step.files, step.records),
                          read);
    });
  }
  fmt::print("{}", origin.text());
  const PreparedLog log(to);
  fmt::print("{}: {} records, {}, content {}\n", to.string(), log.size(),
             size_text(log.file_bytes()), log.content_digest());
}

}  // namespace

void add_data_prepare(CLI::App& data) {
  auto* command = data.add_subcommand(
      "prepare",
      "a log of any format, or the files of Yahoo! R6B, as one file that needs no parsing");
  auto options = std::make_shared<PrepareOptions>();
  command->add_option(
      "from", options->from,
      "a log as evaluate --log takes it, its files in their order; or files of Yahoo! "
      "R6B, plain or gzip, or their folder [$REPLAYBENCH_DATA/r6b]");
  command->add_option("--out", options->to,
                      "the prepared log [of R6B: $REPLAYBENCH_DATA/r6b/r6b.replaybench]");
  command->add_flag("--strict", options->strict, "of R6B: stop at the first anomaly");
  add_options(*command, log_parameters_without({"path", "kind"}), options->reading);
  command->callback([options] { prepare(*options); });
}

namespace {

void show_prepared_table(const std::filesystem::path& path) {
  const PreparedTableSummary table = summary_of_prepared_table(path);
  fmt::print("{}: prepared log, {} records, {} actions, {} features, {}\n", path.string(),
             table.records, table.actions, table.features, size_text(table.file_bytes));
  fmt::print("content {}\n", table.content_digest);
  fmt::print("propensities: {}; {} target policies, {} reward models; {}{}{} segments\n",
             table.has_propensities ? "given" : "none", table.targets, table.predictions,
             table.has_clusters ? "clusters; " : "", table.has_timestamps ? "timestamps; " : "",
             table.segments.size());
  if (!table.loggers.empty()) {
    fmt::print("{} loggers: {}\n", table.loggers.size(), shown_names(table.loggers));
  }
  fmt::print("{}", table.origin.text());
}

}  // namespace

void show_prepared_log(const std::filesystem::path& path) {
  if (is_prepared_table(path)) return show_prepared_table(path);
  const PreparedLog log(path);
  fmt::print("{}: prepared log, {} records, {} actions, {} features, {}\n", path.string(),
             log.size(), log.action_count(), log.dimension(), size_text(log.file_bytes()));
  fmt::print("content {}\n", log.content_digest());
  const auto zones = log.zones();
  fmt::print("{} stretches of constant pool; times {} to {} (first and last record)\n",
             zones.size(), log.timestamp(0), log.timestamp(log.size() - 1));
  fmt::print("{}", log.origin().text());
}

void verify_prepared_log(const std::filesystem::path& path) {
  if (is_prepared_table(path)) {
    verify_prepared_table(path);
    const PreparedTableSummary table = summary_of_prepared_table(path);
    fmt::print("{}: right: {} records, {}, all checksums\n", path.string(), table.records,
               size_text(table.file_bytes));
    return;
  }
  const PreparedLog log(path);
  log.verify();
  fmt::print("{}: right: {} records, {}, all checksums\n", path.string(), log.size(),
             size_text(log.file_bytes()));
}

}  // namespace replaybench::cli

#include "suite/yahoo/prepare_yahoo.hpp"

#include <stdexcept>

#include "suite/prepared/source_change.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace replaybench {

namespace {

constexpr std::string_view name_start = "ydata-fp-td-clicks-v2_0.";
constexpr std::string_view packed_ending = ".gz";
constexpr unsigned first_date = 20111002;

std::string digest_of(const std::filesystem::path& file) {
  try {
    return sha256_hex_of_file(file);
  } catch (const std::filesystem::filesystem_error& error) {
    throw FileError(file.string() + ": cannot read: " + error.code().message());
  }
}

PreparedOrigin origin_of(const YahooReport& report, std::vector<PreparedOrigin::Source> sources,
                         std::vector<std::string> missing) {
  PreparedOrigin origin;
  origin.format = "Yahoo! R6B";
  origin.sources = std::move(sources);
  origin.missing = std::move(missing);
  for (std::size_t i = 0; i < origin.sources.size(); ++i) {
    origin.sources[i].lines = report.files[i].lines;
    origin.sources[i].records = report.files[i].records;
  }
  origin.lines = report.lines;
  origin.left_out = report.left_out;
  for (std::size_t i = 0; i < yahoo_anomaly_count; ++i) {
    const auto anomaly = static_cast<YahooAnomaly>(i);
    if (report[anomaly].count == 0) continue;
    PreparedOrigin::Anomaly& told = origin.anomalies.emplace_back();
    told.what = text_of(anomaly);
    told.count = report[anomaly].count;
    for (const YahooPlace& place : report[anomaly].first) {
      std::string text = origin.sources[place.file].name;
      if (place.line > 0) text += ":" + std::to_string(place.line);
      if (!place.seen.empty()) text += " " + place.seen;
      told.first.push_back(std::move(text));
    }
  }
  return origin;
}

}  // namespace

bool begins_as_r6b(std::string_view beginning) {
  const auto digits = beginning.find_first_not_of("0123456789");
  return digits != 0 && digits != beginning.npos && beginning.substr(digits).starts_with(" id-");
}

std::string r6b_file_name(unsigned day) {
  if (day < 1 || day > r6b_days) throw std::logic_error("r6b: no day " + std::to_string(day));
  return std::string(name_start) + std::to_string(first_date + day - 1);
}

std::optional<unsigned> r6b_day_of(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);  // npos + 1 is 0
  if (path.ends_with(packed_ending)) path.remove_suffix(packed_ending.size());
  for (unsigned day = 1; day <= r6b_days; ++day) {
    if (path == r6b_file_name(day)) return day;
  }
  return std::nullopt;
}

R6bFiles find_r6b_files(const std::filesystem::path& folder, unsigned first_day,
                        unsigned last_day) {
  if (!std::filesystem::is_directory(folder)) {
    throw FileError(folder.string() + ": there is no such folder");
  }
  R6bFiles found;
  for (unsigned day = first_day; day <= last_day; ++day) {
    const std::string name = r6b_file_name(day);
    if (std::filesystem::exists(folder / name)) {
      found.files.push_back(folder / name);
    } else if (std::filesystem::exists(folder / (name + std::string(packed_ending)))) {
      found.files.push_back(folder / (name + std::string(packed_ending)));
    } else {
      found.missing.push_back(name);
    }
  }
  return found;
}

PreparedOrigin prepare_yahoo_log(const std::vector<std::filesystem::path>& given,
                                 const YahooOptions& options,
                                 const std::filesystem::path& destination,
                                 const std::function<void(const PrepareProgress&)>& progress,
                                 const std::filesystem::path& names_from) {
  R6bFiles found{given, {}};
  if (given.size() == 1 && std::filesystem::is_directory(given[0])) {
    found = find_r6b_files(given[0]);
    if (found.files.empty()) {
      throw FileError(given[0].string() + ": none of the files " + r6b_file_name(1) + " to " +
                      r6b_file_name(r6b_days) + ", plain or .gz, is there");
    }
  }
  PrepareProgress step;
  step.files = found.files.size();
  const auto tell = [&](const char* what) {
    step.doing = what + found.files[step.file].string();
    if (progress) progress(step);
  };

  // Opened first: a file that is missing is reported before hours of work.
  YahooReader reader(found.files, options);
  PreparedLogWriter writer(destination, yahoo_feature_names(YahooFormat::r6b));
  std::vector<PreparedOrigin::Source> sources;
  for (step.file = 0; step.file < found.files.size(); ++step.file) {
    tell("SHA-256 of ");
    const std::filesystem::path& file = found.files[step.file];
    const auto name = names_from.empty() ? file : file.lexically_relative(names_from);
    sources.push_back({name.string(), 0, digest_of(file), 0, 0});
    sources.back().bytes = std::filesystem::file_size(file);
  }

  constexpr std::uint64_t records_per_report = 100'000;
  std::vector<std::uint32_t> active;
  step.file = found.files.size();  // none yet
  while (reader.next()) {
    const YahooRecord& record = reader.record();
    if (reader.report().format == YahooFormat::r6a) {
      throw DataError(reader.report().files.back().name +
                      ": is an R6A log; its features are weights, and a prepared log has bits");
    }
    const YahooReport::File& file = reader.report().files.back();
    if (const std::size_t at = reader.report().files.size() - 1;
        at != step.file || step.records % records_per_report == 0) {
      step.file = at;
      step.file_bytes = file.bytes;
      tell("reading ");
    }
    if (!record.same_pool) writer.set_pool(record.pool);
    set_active_features(record, active);
    writer.add(record.timestamp, record.displayed, record.click, active);
    ++step.records;
  }
  if (reader.report().records == 0) {
    std::string text = reader.report().text();
    text.pop_back();  // the last line feed
    throw DataError("no record is left: " + text);
  }
  PreparedOrigin origin = origin_of(reader.report(), std::move(sources), std::move(found.missing));
  writer.finish(static_cast<Action>(reader.articles().size()), reader.articles(), origin);
  return origin;
}

void check_prepared_sources(const std::filesystem::path& prepared, const PreparedOrigin& origin) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_time_type made = fs::last_write_time(prepared, error);
  if (error) return;
  for (const PreparedOrigin::Source& source : origin.sources) {
    // Logs that were generated as prepared logs have no files.
    if (source.sha256.empty() || !r6b_day_of(source.name)) continue;
    const fs::path file = prepared.parent_path() / fs::path(source.name).filename();
    const std::string change = change_of_source(file, source, made);
    if (change.empty()) continue;
    throw DataError(prepared.string() + " is old: " + file.string() +
                    " has changed since it was prepared (" + change +
                    "); prepare it again (`replaybench data prepare`), or remove one of the two");
  }
}

}  // namespace replaybench

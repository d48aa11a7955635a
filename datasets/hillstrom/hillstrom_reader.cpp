#include "datasets/hillstrom/hillstrom_reader.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "suite/text/delimited_file.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/published_header.hpp"

namespace replaybench::datasets::hillstrom {
namespace {

constexpr std::array<std::string_view, 12> names{
    "recency", "history_segment", "history", "mens",  "womens",     "zip_code",
    "newbie",  "channel",         "segment", "visit", "conversion", "spend"};
constexpr std::array<std::string_view, 3> segments{"Mens E-Mail", "No E-Mail", "Womens E-Mail"};
constexpr std::array<std::string_view, 3> zip_codes{"Rural", "Surburban", "Urban"};
constexpr std::array<std::string_view, 3> channels{"Multichannel", "Phone", "Web"};
constexpr std::array<std::string_view, 7> classes{
    "1) $0 - $100",   "2) $100 - $200",   "3) $200 - $350", "4) $350 - $500",
    "5) $500 - $750", "6) $750 - $1,000", "7) $1,000 +"};

constexpr std::size_t recency = place_of(names, "recency");
constexpr std::size_t history_segment = place_of(names, "history_segment");
constexpr std::size_t history = place_of(names, "history");
constexpr std::size_t mens = place_of(names, "mens");
constexpr std::size_t womens = place_of(names, "womens");
constexpr std::size_t zip_code = place_of(names, "zip_code");
constexpr std::size_t newbie = place_of(names, "newbie");
constexpr std::size_t channel = place_of(names, "channel");
constexpr std::size_t segment = place_of(names, "segment");
constexpr std::size_t visit = place_of(names, "visit");
constexpr std::size_t conversion = place_of(names, "conversion");
constexpr std::size_t spend = place_of(names, "spend");

std::string joined(std::span<const std::string_view> texts) {
  std::string list;
  for (const std::string_view text : texts) {
    list += list.empty() ? "" : ", ";
    list += text;
  }
  return list;
}

std::size_t place_among(const DelimitedFile& file, std::size_t column,
                        std::span<const std::string_view> allowed) {
  const auto found = std::find(allowed.begin(), allowed.end(), file[column]);
  if (found == allowed.end()) file.fail(column, "is none of " + joined(allowed));
  return static_cast<std::size_t>(found - allowed.begin());
}

double amount(const DelimitedFile& file, std::size_t column) {
  const double dollars = file.number(column);
  if (dollars < 0) file.fail(column, "is below 0");
  return dollars;
}

void add_names(Log& log, const ReaderOptions& options) {
  for (const std::string_view name : segments) log.action_names.emplace_back(name);
  if (options.features) {
    log.feature_names = {"recency", "history", "mens", "womens", "newbie"};
    for (const std::string_view name : zip_codes) {
      log.feature_names.push_back("zip_code=" + std::string(name));
    }
    for (const std::string_view name : channels) {
      log.feature_names.push_back("channel=" + std::string(name));
    }
  }
  if (options.intercept) log.feature_names.emplace_back("intercept");
  log.dimension = log.feature_names.size();
  log.action_count = static_cast<Action>(segments.size());
}

// Reads all columns of the row, also unused ones: any wrong value is an error.
void add_row(Log& log, const DelimitedFile& file, const ReaderOptions& options) {
  const double months = static_cast<double>(file.whole_number(recency, 1, 12));
  place_among(file, history_segment, classes);
  const double dollars = amount(file, history);
  const std::size_t bits[] = {file.whole_number(mens, 0, 1), file.whole_number(womens, 0, 1),
                              file.whole_number(newbie, 0, 1)};
  const std::size_t zip = place_among(file, zip_code, zip_codes);
  const std::size_t way = place_among(file, channel, channels);
  const double visited = static_cast<double>(file.whole_number(visit, 0, 1));
  const double converted = static_cast<double>(file.whole_number(conversion, 0, 1));
  const double spent = amount(file, spend);
  log.actions.push_back(static_cast<Action>(place_among(file, segment, segments)));
  log.rewards.push_back(options.reward == Reward::visit        ? visited
                        : options.reward == Reward::conversion ? converted
                                                               : spent);
  log.propensities.push_back(1.0 / segments.size());
  if (options.features) {
    log.contexts.push_back(months / 12);
    log.contexts.push_back(dollars / 1000);
    for (const std::size_t bit : bits) log.contexts.push_back(static_cast<double>(bit));
    for (std::size_t i = 0; i < zip_codes.size(); ++i) log.contexts.push_back(i == zip ? 1 : 0);
    for (std::size_t i = 0; i < channels.size(); ++i) log.contexts.push_back(i == way ? 1 : 0);
  }
  if (options.intercept) log.contexts.push_back(1);
}

Log read(DelimitedFile& file, const std::string& name, const ReaderOptions& options) {
  require_published_header(file.header(), names, name, "Hillstrom's e-mail test");
  Log log;
  add_names(log, options);
  while (file.next()) add_row(log, file, options);
  if (log.size() == 0) throw DataError(name + ": no record");
  return log;
}

}  // namespace

Log read_hillstrom(const std::filesystem::path& file, const ReaderOptions& options) {
  DelimitedFile rows(file);
  return read(rows, file.string(), options);
}

Log read_hillstrom(std::string_view text, const std::string& name, const ReaderOptions& options) {
  DelimitedFile rows(text, name);
  return read(rows, name, options);
}

}  // namespace replaybench::datasets::hillstrom

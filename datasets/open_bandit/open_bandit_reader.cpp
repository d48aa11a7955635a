#include "datasets/open_bandit/open_bandit_reader.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "suite/log/action_dictionary.hpp"
#include "suite/text/delimited_file.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::datasets::open_bandit {
namespace {

constexpr std::size_t user_features = 4;
constexpr std::string_view affinity_prefix = "user-item_affinity_";

/// K; the ids must be 0..K-1, in any order.
std::size_t count_items(const std::filesystem::path& path) {
  DelimitedFile file(path);
  const std::size_t column = file.header().require({"item_id"})[0];
  std::vector<bool> seen;
  std::size_t items = 0;
  for (; file.next(); ++items) {
    const std::size_t id = file.whole_number(column, 0, 1'000'000);
    if (seen.size() <= id) seen.resize(id + 1);
    if (seen[id]) file.fail(column, "comes twice");
    seen[id] = true;
  }
  if (items == 0) throw DataError(path.string() + ": no item");
  if (seen.size() != items) {
    throw DataError(path.string() + ": " + std::to_string(items) +
                    " items, but their ids are not 0 to " + std::to_string(items - 1));
  }
  return items;
}

/// Indices of the columns.
struct Columns {
  Columns(const CsvHeader& header, std::size_t items, const std::string& file) {
    std::vector<std::string> wanted{"timestamp", "item_id", "position", "click",
                                    "propensity_score"};
    for (std::size_t i = 0; i < user_features; ++i) wanted.push_back(user_feature(i));
    for (std::size_t i = 0; i < items; ++i) {
      wanted.push_back(std::string(affinity_prefix) + std::to_string(i));
    }
    const auto count = static_cast<std::size_t>(
        std::count_if(header.names().begin(), header.names().end(),
                      [](const std::string& name) { return name.starts_with(affinity_prefix); }));
    if (count != items) {
      throw DataError(file + ": " + std::to_string(count) + " affinity columns, but " +
                      std::to_string(items) + " items in item_context.csv");
    }
    const auto found = header.require(wanted);
    timestamp = found[0];
    item = found[1];
    position = found[2];
    click = found[3];
    propensity = found[4];
    std::copy_n(found.begin() + 5, user_features, user.begin());
    affinities.assign(found.begin() + 5 + user_features, found.end());
  }

  static std::string user_feature(std::size_t i) { return "user_feature_" + std::to_string(i); }

  std::size_t timestamp, item, position, click, propensity;
  std::array<std::size_t, user_features> user;
  std::vector<std::size_t> affinities;
};

using Categories = std::array<Action, user_features>;

}  // namespace

Log read_open_bandit(const std::filesystem::path& campaign_csv, const ReaderOptions& options) {
  if (options.position < 0 || options.position > 3) {
    throw std::logic_error("read_open_bandit: position " + std::to_string(options.position));
  }
  const std::string name = campaign_csv.string();
  DelimitedFile file(campaign_csv);
  const std::size_t items = count_items(campaign_csv.parent_path() / "item_context.csv");
  const Columns columns(file.header(), items, name);
  const bool with_user = options.features != Features::none;
  const bool with_affinity = options.features == Features::user_affinity;

  Log log;
  log.action_count = static_cast<Action>(items);
  for (std::size_t item = 0; item < items; ++item) log.action_names.push_back(std::to_string(item));
  // The one-hot width is known only at the end: a record's categories and affinities wait until
  // then.
  std::array<ActionDictionary, user_features> values;
  std::vector<Categories> categories;
  std::vector<double> affinities;
  while (file.next()) {
    const std::size_t item = file.whole_number(columns.item, 0, items - 1);
    const std::size_t position = file.whole_number(columns.position, 1, 3);
    const std::size_t click = file.whole_number(columns.click, 0, 1);
    const double propensity = file.number(columns.propensity);
    if (!(propensity > 0 && propensity <= 1)) file.fail(columns.propensity, "is not in (0, 1]");
    Categories row{};
    for (std::size_t i = 0; i < user_features; ++i) {
      if (file[columns.user[i]].empty()) file.fail(columns.user[i], "is empty");
      row[i] = values[i].index(file[columns.user[i]]);
    }
    const bool kept =
        options.position == 0 || position == static_cast<std::size_t>(options.position);
    for (const std::size_t column : columns.affinities) {
      const double affinity = file.number(column);
      if (kept && with_affinity) affinities.push_back(affinity);
    }
    if (!kept) continue;
    log.actions.push_back(static_cast<Action>(item));
    log.rewards.push_back(static_cast<double>(click));
    log.propensities.push_back(propensity);
    log.timestamps.emplace_back(file[columns.timestamp]);
    if (with_user) categories.push_back(row);
  }
  if (log.size() == 0) {
    throw DataError(name + ": no record" +
                    (options.position == 0 ? std::string()
                                           : " at position " + std::to_string(options.position)));
  }

  std::array<std::size_t, user_features> first{};
  for (std::size_t i = 0; with_user && i < user_features; ++i) {
    first[i] = log.feature_names.size();
    for (const auto& value : values[i].tokens()) {
      log.feature_names.push_back(Columns::user_feature(i) + "=" + value);
    }
  }
  const std::size_t first_affinity = log.feature_names.size();
  for (std::size_t i = 0; with_affinity && i < items; ++i) {
    log.feature_names.push_back(file.header().names()[columns.affinities[i]]);
  }
  if (options.intercept) log.feature_names.emplace_back("intercept");
  log.dimension = log.feature_names.size();
  log.contexts.assign(log.size() * log.dimension, 0.0);
  for (std::size_t r = 0; r < log.size(); ++r) {
    double* context = log.contexts.data() + r * log.dimension;
    for (std::size_t i = 0; with_user && i < user_features; ++i)
      context[first[i] + categories[r][i]] = 1;
    if (with_affinity) std::copy_n(affinities.data() + r * items, items, context + first_affinity);
    if (options.intercept) context[log.dimension - 1] = 1;
  }
  return log;
}

}  // namespace replaybench::datasets::open_bandit

#include "datasets/criteo_uplift/criteo_uplift.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "suite/catalogue/file_dataset.hpp"
#include "suite/component/dataset_parameters.hpp"
#include "suite/component/registry.hpp"
#include "suite/text/delimited_file.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/published_header.hpp"

namespace replaybench::datasets::criteo_uplift {

namespace {

constexpr std::array<std::string_view, 16> names{
    "f0", "f1", "f2",  "f3",  "f4",        "f5",         "f6",    "f7",
    "f8", "f9", "f10", "f11", "treatment", "conversion", "visit", "exposure"};
constexpr std::size_t treatment = place_of(names, "treatment");
constexpr std::size_t conversion = place_of(names, "conversion");
constexpr std::size_t visit = place_of(names, "visit");
constexpr std::size_t exposure = place_of(names, "exposure");
constexpr std::size_t features = treatment;  // those before it
constexpr double treated_share = 0.85;
constexpr const char* published_path = "criteo_uplift/criteo-uplift-v2.1.csv";

Log read(DelimitedFile& file, const std::string& name, const ReaderOptions& options) {
  require_published_header(file.header(), names, name, "Criteo's uplift data, version 2.1");
  Log log;
  log.action_count = 2;
  log.action_names = {"control", "treated"};
  if (options.features) log.feature_names.assign(names.begin(), names.begin() + features);
  if (options.intercept) log.feature_names.emplace_back("intercept");
  log.dimension = log.feature_names.size();
  while (file.next()) {
    for (std::size_t f = 0; f < features; ++f) {
      const double value = file.number(f);
      if (options.features) log.contexts.push_back(value);
    }
    if (options.intercept) log.contexts.push_back(1);
    const std::size_t treated = file.whole_number(treatment, 0, 1);
    const std::size_t rewards[] = {file.whole_number(visit, 0, 1),
                                   file.whole_number(conversion, 0, 1)};
    file.whole_number(exposure, 0, 1);
    log.actions.push_back(static_cast<Action>(treated));
    log.rewards.push_back(static_cast<double>(rewards[options.reward == Reward::visit ? 0 : 1]));
    log.propensities.push_back(treated ? treated_share : 1 - treated_share);
  }
  if (log.size() == 0) throw DataError(name + ": no record");
  return log;
}

}  // namespace

Log read_criteo_uplift(const std::filesystem::path& file, const ReaderOptions& options) {
  DelimitedFile rows(file);
  return read(rows, file.string(), options);
}

Log read_criteo_uplift(std::string_view text, const std::string& name,
                       const ReaderOptions& options) {
  DelimitedFile rows(text, name);
  return read(rows, name, options);
}

std::vector<std::string> warnings_of(const Log& log) {
  const auto n = static_cast<double>(log.size());
  const auto treated =
      static_cast<double>(std::count(log.actions.begin(), log.actions.end(), Action{1}));
  const double z =
      (treated - n * treated_share) / std::sqrt(n * treated_share * (1 - treated_share));
  if (std::fabs(z) <= 5) return {};
  return {"a share of " + std::to_string(treated / n) +
          " of the records is treated, not 0.85 as the publisher says: the propensities are wrong"};
}

namespace {

std::shared_ptr<const Dataset> make(const ReaderOptions& options) {
  return std::make_shared<FileDataset>(
      "criteo_uplift", published_path,
      [options](const std::filesystem::path& file) { return read_criteo_uplift(file, options); },
      warnings_of);
}

const auto parameters = bind_parameters<ReaderOptions>(
    choice(&ReaderOptions::reward, "reward",
           {{"visit", Reward::visit}, {"conversion", Reward::conversion}},
           "what is rewarded: a visit or a purchase, 0 or 1"),
    boolean(&ReaderOptions::features, "features", "the user as context: f0 .. f11"),
    intercept_parameter(&ReaderOptions::intercept));

std::string write_look_alike(const std::filesystem::path& folder) {
  write_file(folder / published_path, look_alike(80));
  return {};
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "criteo_uplift",
     .summary = "Criteo's tests of advertising: visits of 14 million users, treated or not",
     .source = "Diemert, Betlei, Renaudin, Amini, Gregoir, Rahier 2021, arXiv 2111.10106",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::criteo_uplift

#include "datasets/skewed_log/skewed_log.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "suite/component/simulator.hpp"
#include "suite/component/wrapped_dataset.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::datasets::skewed_log {

namespace {

constexpr const char* skewed_name = "skewed_log";

void require_uniform(const Log& log, const Skew& skew) {
  const auto refuse = [](const std::string& what) {
    throw DataError(std::string(skewed_name) + ": " + what);
  };
  if (skew.keep.size() != log.action_count) {
    refuse("keep has " + std::to_string(skew.keep.size()) + " numbers, the log " +
           std::to_string(log.action_count) + " actions");
  }
  if (log.has_pools()) refuse("the log's actions come and go");
  const double uniform = 1.0 / log.action_count;
  for (const double p : log.propensities) {
    if (std::fabs(p - uniform) > 1e-9) refuse("the log is not uniform: a propensity is not 1/K");
  }
}

std::uint32_t feature_of(const Log& log, const std::string& name) {
  const auto found = std::find(log.feature_names.begin(), log.feature_names.end(), name);
  if (found == log.feature_names.end()) {
    throw DataError(std::string(skewed_name) + ": the log has no feature " + quoted_text(name) +
                    suggestion(name, log.feature_names));
  }
  return static_cast<std::uint32_t>(found - log.feature_names.begin());
}

}  // namespace

Log skewed(const Log& log, const Skew& skew) {
  require_uniform(log, skew);
  const bool contextual = !skew.feature.empty();
  const std::uint32_t feature = contextual ? feature_of(log, skew.feature) : 0;
  const double sum = std::accumulate(skew.keep.begin(), skew.keep.end(), 0.0);
  const StreamKey draws = derive_key(skew.sample, "subsample", skewed_name);
  std::vector<std::uint32_t> kept;
  std::vector<double> propensities;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const bool moved = contextual && log.feature(i, feature) == 1;
    const double keep = skew.keep[(log.actions[i] + (moved ? 1 : 0)) % log.action_count];
    if (Draws(draws, i).uniform() >= keep) continue;
    kept.push_back(static_cast<std::uint32_t>(i));
    propensities.push_back(keep / sum);
  }
  if (kept.empty()) throw DataError(std::string(skewed_name) + ": no record was kept");
  Log result = log.select(kept);
  result.propensities = std::move(propensities);
  return result;
}

std::shared_ptr<const Log> SkewedLog::log() const {
  const std::lock_guard lock(mutex_);
  if (auto drawn = drawn_.lock()) return drawn;
  const auto whole = inner_->log();
  if (!whole) refuse_parameters(skewed_name, "`of` is a simulator: give `logging` a policy");
  // Not make_shared: the memory of the log is given back while `drawn_` remembers it.
  const std::shared_ptr<const Log> drawn(new Log(skewed(*whole, skew_)));
  drawn_ = drawn;
  return drawn;
}

namespace {

struct Options : Skew {
  std::string of = "hillstrom";
  Options() { keep = {0.5, 1, 0.5}; }
};

std::shared_ptr<const Dataset> make(const Options& options) {
  for (const double keep : options.keep) {
    if (!(keep > 0)) refuse_parameters(skewed_name, "keep has a number that is not above 0");
  }
  return std::make_shared<SkewedLog>(inner_dataset(skewed_name, options.of), Skew(options));
}

const auto parameters = bind_parameters<Options>(
    text(&Options::of, "of", "a data set that is a uniform log"),
    reals(&Options::keep, "keep", "probability that a record is kept, one per action, above 0")
        .at_least(0)
        .at_most(1),
    text(&Options::feature, "feature",
         "where it is 1, the next action's probability counts; empty: the same for everybody"),
    integer(&Options::sample, "sample", "number of the draw").at_least(0));

// Stand-in of the log that is skewed by default.
std::string write_look_alike(const std::filesystem::path& folder) {
  return find_description(Options().of, datasets_table())->write_look_alike(folder);
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "skewed_log",
     .summary = "a uniform log whose records are kept with known, unequal probabilities",
     .source = "ours; subsampling as in Li, Chu, Langford, Wang, WSDM 2011",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::skewed_log

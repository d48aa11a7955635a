#include "datasets/open_bandit/open_bandit.hpp"

#include <algorithm>
#include <cmath>

#include "suite/catalogue/data_folder.hpp"
#include "suite/component/dataset_parameters.hpp"
#include "suite/numeric/decimal.hpp"

namespace replaybench::datasets::open_bandit {

OpenBandit::Files OpenBandit::files() const {
  const std::string folder = "obd/" + policy_ + "/" + campaign_ + "/";
  return {folder + campaign_ + ".csv", folder + "item_context.csv"};
}

std::filesystem::path OpenBandit::checked_file() const {
  std::call_once(checked_once_, [&] {
    const Manifest& manifest = manifest_of("open_bandit");
    checked_data_file(manifest, files().items);
    checked_ = checked_data_file(manifest, files().log);
  });
  return checked_;
}

std::shared_ptr<const Log> OpenBandit::log() const {
  std::call_once(read_once_, [&] {
    log_ = std::make_shared<const Log>(read_open_bandit(checked_file(), options_));
  });
  return log_;
}

std::string OpenBandit::content_digest() const {
  checked_file();
  return manifest_of("open_bandit").file(files().log).sha256;
}

std::vector<std::string> OpenBandit::warnings() const {
  const auto records = log();
  const auto clicks = std::count(records->rewards.begin(), records->rewards.end(), 1.0);
  const double retained = static_cast<double>(clicks) / records->action_count;
  std::vector<std::string> warnings;
  warnings.push_back("only " + std::to_string(clicks) + " of " + std::to_string(records->size()) +
                     " records are clicks: replay, which retains one record in " +
                     std::to_string(records->action_count) + ", meets about " +
                     numeric::to_decimal(std::round(retained * 10) / 10) + " of them");
  const double smallest =
      *std::min_element(records->propensities.begin(), records->propensities.end());
  if (smallest * records->action_count < 0.1) {
    warnings.push_back("propensities get down to " + numeric::to_decimal(smallest) +
                       ": weights without clipping have a very large variance");
  }
  if (options_.position == 0) {
    warnings.push_back(
        "position = 0 takes the three items of a visit as three records: they are not independent, "
        "and an item's click rate depends on its position");
  }
  return warnings;
}

namespace {

struct UserOptions : ReaderOptions {
  std::string campaign = "men";
  std::string policy = "random";
};

std::shared_ptr<const Dataset> make(const UserOptions& written) {
  return std::make_shared<OpenBandit>(written.policy, written.campaign, written);
}

const auto parameters = bind_parameters<UserOptions>(
    choice(&UserOptions::campaign, "campaign", {"men", "women"}, "34 items, or 46"),
    choice(&UserOptions::policy, "policy", {"random", "bts"},
           "logging policy: uniform, or Bernoulli Thompson sampling"),
    choice(&UserOptions::features, "features",
           {{"user", Features::user},
            {"user_affinity", Features::user_affinity},
            {"none", Features::none}},
           "context: the user's categories, with the affinities to each item too, or nothing"),
    integer(&UserOptions::position, "position", "1, 2 or 3: only the impressions there; 0: all")
        .at_least(0)
        .at_most(3),
    intercept_parameter(&UserOptions::intercept));

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "open_bandit",
     .summary = "Open Bandit Dataset, small version: clicks on fashion items",
     .source = "Saito, Aihara, Matsutani, Narita 2020, arXiv 2008.07146",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::open_bandit

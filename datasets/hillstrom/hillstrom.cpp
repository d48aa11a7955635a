#include "datasets/hillstrom/hillstrom.hpp"

#include <algorithm>

#include "suite/catalogue/data_folder.hpp"
#include "suite/component/dataset_parameters.hpp"
#include "suite/text/files.hpp"

namespace replaybench::datasets::hillstrom {

namespace {

constexpr const char* hillstrom_path = "hillstrom/hillstrom.csv";

}  // namespace

std::filesystem::path Hillstrom::checked_file() const {
  std::call_once(checked_once_,
                 [&] { checked_ = checked_data_file(manifest_of("hillstrom"), hillstrom_path); });
  return checked_;
}

std::shared_ptr<const Log> Hillstrom::log() const {
  std::call_once(read_once_, [&] {
    log_ = std::make_shared<const Log>(read_hillstrom(checked_file(), options_));
  });
  return log_;
}

std::string Hillstrom::content_digest() const {
  checked_file();
  return manifest_of("hillstrom").file(hillstrom_path).sha256;
}

std::vector<std::string> Hillstrom::warnings() const {
  if (options_.reward == Reward::visit) return {};
  const auto records = log();
  const auto bought = std::count_if(records->rewards.begin(), records->rewards.end(),
                                    [](double reward) { return reward > 0; });
  return {"only " + std::to_string(bought) + " of " + std::to_string(records->size()) +
          " customers bought: intervals are wide"};
}

namespace {

std::shared_ptr<const Dataset> make(const ReaderOptions& options) {
  return std::make_shared<Hillstrom>(options);
}

const auto parameters = bind_parameters<ReaderOptions>(
    choice(&ReaderOptions::reward, "reward",
           {{"visit", Reward::visit}, {"conversion", Reward::conversion}, {"spend", Reward::spend}},
           "what is rewarded: a visit or a purchase, 0 or 1, or the dollars spent"),
    boolean(&ReaderOptions::features, "features",
            "the customer as context: recency, history, what was bought, place, channel"),
    intercept_parameter(&ReaderOptions::intercept));

std::string write_look_alike(const std::filesystem::path& folder) {
  write_file(folder / hillstrom_path, look_alike(80));
  return {};
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "hillstrom",
     .summary = "Hillstrom's e-mail test: visits after one of three e-mails; 64,000 customers",
     .source = "Hillstrom 2008, the MineThatData E-Mail Analytics Challenge",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .write_look_alike = write_look_alike}};

}  // namespace replaybench::datasets::hillstrom

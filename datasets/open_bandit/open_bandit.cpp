#include "datasets/open_bandit/open_bandit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "suite/numeric/decimal.hpp"
#include "suite/spec/errors.hpp"
#include "suite/stream/sha256.hpp"

namespace replaybench::datasets::open_bandit {

namespace {

constexpr const char* variable = "REPLAYBENCH_DATA";

constexpr KnownFile files[] = {
    {"obd/random/men/men.csv", "ede6d08c6877f99cd3770f7d09e26c738e6aa6de4445ccccfb1356ba5d06b1eb"},
    {"obd/random/men/item_context.csv",
     "6d855c2b7e917d0448d71bbe62c023147495882c0fdc8c41e86fef86abf9fe09"},
    {"obd/random/women/women.csv",
     "e65f3bd3beb17664fa69cc129bf7bf852a775f8ffa630506e505fc905315bb34"},
    {"obd/random/women/item_context.csv",
     "b1ca4905f97703d196004f2ad4552c1e90c2afad8b50688d333b0d2dc0b33147"},
    {"obd/bts/men/men.csv", "db6d1f7ed2d591ba521533e45286d4c1fba7fe57a8ad2e80342210335f43c527"},
    {"obd/bts/men/item_context.csv",
     "3b411ed6b0471316321a6b93f4f756bb25888eac6218cd71d0b603d41d85732d"},
    {"obd/bts/women/women.csv", "e5d1b49a39b608585a2f3014a3f54970430cd37a495c1b73fceb85cdf428a5b8"},
    {"obd/bts/women/item_context.csv",
     "a56295bad066a558eb783055afd9279f5f4e209a4776eafc22151c53f0ac89d4"},
};

// The end of every message: what to do.
std::string remedy() {
  return std::string("; ") + variable +
         " must name the folder that has obd/random/men/men.csv and its kin, the small version of "
         "the "
         "Open Bandit Dataset (https://github.com/st-tech/zr-obp, folder obd/; "
         "https://research.zozo.com/data.html)";
}

std::string_view known_digest(const std::string& path) {
  for (const KnownFile& file : files) {
    if (file.path == path) return file.sha256;
  }
  throw std::logic_error("open_bandit: no digest of " + path);
}

// Throws EnvironmentError unless `root / path` is the manifest's file.
std::filesystem::path check_file(const std::filesystem::path& root, const std::string& path) {
  const auto file = root / path;
  std::string digest;
  try {
    digest = sha256_hex_of_file(file);
  } catch (const std::filesystem::filesystem_error& error) {
    throw EnvironmentError("open_bandit: cannot read " + file.string() + ": " +
                           error.code().message() + remedy());
  }
  if (digest != known_digest(path)) {
    throw EnvironmentError("open_bandit: " + file.string() +
                           " is not the file of the manifest: SHA-256 " + digest + ", expected " +
                           std::string(known_digest(path)) + remedy());
  }
  return file;
}

}  // namespace

std::span<const KnownFile> known_files() { return files; }

std::filesystem::path OpenBandit::checked_file() const {
  std::call_once(checked_once_, [&] {
    const char* root = std::getenv(variable);
    if (!root || !*root) {
      throw EnvironmentError(std::string("open_bandit: the environment variable ") + variable +
                             " is not set" + remedy());
    }
    const std::string folder = "obd/" + policy_ + "/" + campaign_ + "/";
    check_file(root, folder + "item_context.csv");
    checked_ = check_file(root, folder + campaign_ + ".csv");
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
  return std::string(known_digest("obd/" + policy_ + "/" + campaign_ + "/" + campaign_ + ".csv"));
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

std::shared_ptr<const Dataset> make(const Parameters& parameters) {
  ReaderOptions options;
  const std::string& features = parameters.text("features");
  options.features = features == "none"   ? Features::none
                     : features == "user" ? Features::user
                                          : Features::user_affinity;
  options.position = static_cast<int>(parameters.integer("position"));
  options.intercept = parameters.boolean("intercept");
  return std::make_shared<OpenBandit>(parameters.text("policy"), parameters.text("campaign"),
                                      options);
}

}  // namespace

extern const DatasetDescription description;
const DatasetDescription description{
    {.name = "open_bandit",
     .summary = "Open Bandit Dataset, small version: clicks on fashion items",
     .source = "Saito, Aihara, Matsutani, Narita 2020, arXiv 2008.07146",
     .parameters =
         {choice("campaign", {"men", "women"}, "34 items, or 46"),
          choice("policy", {"random", "bts"},
                 "logging policy: uniform, or Bernoulli Thompson sampling"),
          choice(
              "features", {"user", "user_affinity", "none"},
              "context: the user's categories, with the affinities to each item too, or nothing"),
          integer("position", 0, "1, 2 or 3: only the impressions there; 0: all")
              .at_least(0)
              .at_most(3),
          boolean("intercept", true, "append the constant feature 1")}},
    make};

}  // namespace replaybench::datasets::open_bandit

#include "datasets/open_bandit/open_bandit.hpp"
#include "suite/stream/stream.hpp"
#include "suite/text/files.hpp"

namespace replaybench::datasets::open_bandit {

namespace {

constexpr std::uint32_t made_up_items = 4;

std::string items_text() {
  std::string text = ",item_id,item_feature_0,item_feature_1,item_feature_2,item_feature_3\n";
  for (std::uint32_t item = 0; item < made_up_items; ++item) {
    const std::string id = std::to_string(item);
    text += id + "," + id + ",-0.5,h" + id + ",h1,h2\n";
  }
  return text;
}

std::string log_text(std::uint64_t rows) {
  std::string text =
      ",timestamp,item_id,position,click,propensity_score,user_feature_0,user_feature_1,"
      "user_feature_2,user_feature_3";
  for (std::uint32_t item = 0; item < made_up_items; ++item) {
    text += ",user-item_affinity_" + std::to_string(item);
  }
  text += "\n";
  for (std::uint64_t i = 0; i < rows; ++i) {
    Draws draws({67}, i);
    const auto number = [&](std::uint32_t below) { return std::to_string(draws.below(below)); };
    text += std::to_string(i) + ",2001-01-01 00:00:01.000001+00:00," + number(made_up_items) + "," +
            std::to_string(1 + draws.below(3)) + "," + number(2) + ",0.25";
    for (int feature = 0; feature < 4; ++feature) text += ",a" + number(3);
    for (std::uint32_t item = 0; item < made_up_items; ++item) text += "," + number(5) + ".0";
    text += "\n";
  }
  return text;
}

}  // namespace

std::string write_look_alike(const std::filesystem::path& folder) {
  for (const char* policy : {"random", "bts"}) {
    for (const char* campaign : {"men", "women"}) {
      const auto files = OpenBandit(policy, campaign, {}).files();
      write_file(folder / files.items, items_text());
      write_file(folder / files.log, log_text(80));
    }
  }
  return {};
}

}  // namespace replaybench::datasets::open_bandit

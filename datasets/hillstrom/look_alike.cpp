#include <vector>

#include "datasets/hillstrom/hillstrom.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::hillstrom {

namespace {

std::string pick(const std::vector<std::string>& values, Draws& draws) {
  return values[draws.below(static_cast<std::uint32_t>(values.size()))];
}

}  // namespace

std::string look_alike(std::uint64_t rows) {
  std::string text =
      "recency,history_segment,history,mens,womens,zip_code,newbie,channel,segment,visit,"
      "conversion,"
      "spend\r\n";
  for (std::uint64_t i = 0; i < rows; ++i) {
    Draws draws({77}, i);
    text += std::to_string(1 + draws.below(12)) + ",";
    text +=
        pick({"1) $0 - $100", "2) $100 - $200", "\"6) $750 - $1,000\"", "\"7) $1,000 +\""}, draws) +
        ",";
    text += std::to_string(draws.below(3000)) + "." + std::to_string(10 + draws.below(90)) + ",";
    text += std::to_string(draws.below(2)) + "," + std::to_string(draws.below(2)) + ",";
    text += pick({"Urban", "Surburban", "Rural"}, draws) + ",";
    text += std::to_string(draws.below(2)) + "," + pick({"Phone", "Web", "Multichannel"}, draws);
    text += "," + pick({"Mens E-Mail", "Womens E-Mail", "No E-Mail"}, draws) + ",";
    const auto visit = draws.below(2);
    text += std::to_string(visit) + "," + std::to_string(visit) + "," + (visit ? "29.99" : "0") +
            "\r\n";
  }
  return text;
}

}  // namespace replaybench::datasets::hillstrom

#include "suite/log/record_copies.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

using Counts = std::vector<std::uint64_t>;

RecordWeights weights_of(const std::vector<double>& weights) {
  RecordWeights result;
  for (const double weight : weights) result.add(weight);
  return result;
}

TEST_CASE("record_copies: counts are the smallest in proportion to the weights") {
  CHECK(proportional_counts(std::vector<double>{1, 2, 1}).counts == Counts{1, 2, 1});
  CHECK(proportional_counts(std::vector<double>{2, 2}).counts == Counts{1, 1});
  CHECK(proportional_counts(std::vector<double>{1, 1 / 0.7}).counts == Counts{7, 10});
  // 1 / (1 - 0.6667), with four digits.
  CHECK(proportional_counts(std::vector<double>{1, 3.0003}).counts == Counts{1, 3});
  CHECK(proportional_counts({}).counts.empty());
  const auto [counts, error] = proportional_counts(std::vector<double>{1, 1.00731, 77.123456});
  CHECK(counts[0] <= 64);
  CHECK(error > 0);
  CHECK(error < 0.5 / 32);
}

TEST_CASE("record_copies: copies are records with one original and one cluster") {
  const char* const text = "action,reward,user,x_a\na,1,u,5\nb,0,v,6\na,0,u,7\n";
  const RecordWeights weights = weights_of({1, 3, 2});
  TableLog table = read_csv_log(text, "log.csv");
  weights.apply(table);
  CHECK(table.log.rewards == std::vector<double>{1, 0, 0, 0, 0, 0});
  CHECK(table.log.actions == std::vector<Action>{0, 1, 1, 1, 0, 0});
  CHECK(table.log.originals == std::vector<std::uint32_t>{0, 1, 1, 1, 2, 2});
  CHECK(table.report.clusters == table.log.originals);
  CHECK_THAT(table.report.warnings.back(),
             Catch::Contains("3 records of unequal weights stand as 6 copies"));
  table.log.check();

  TableLog clustered = read_csv_log(text, "log.csv", {.cluster = "user", .segment = "user"});
  weights.apply(clustered);
  CHECK(clustered.report.clusters == std::vector<std::uint32_t>{0, 1, 1, 1, 0, 0});
  CHECK(clustered.report.segments == clustered.report.clusters);

  TableLog equal = read_csv_log(text, "log.csv");
  weights_of({2, 2, 2}).apply(equal);
  CHECK(equal.log.size() == 3);
  CHECK_FALSE(equal.log.has_copies());
  CHECK(equal.report.clusters.empty());
}

TEST_CASE("record_copies: too many copies are an error") {
  TableLog table = read_csv_log("action,reward\na,1\nb,0\n", "log.csv");
  CHECK_THAT(message_of<DataError>([&] {
               weights_of({1, 1e9}).apply(table);
             }),
             Catch::Contains("factor of 1000000000"));
}

}  // namespace
}  // namespace replaybench

#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;

using Catch::Matchers::Contains;

namespace {

const std::string box = "kernel_ips{kernel=\"uniform\", bandwidth=0.5";

}  // namespace

TEST_CASE("kernel_ips: a kernel by hand") {
  // K / (h f) is 1 / f: weights 2 and .5 on rewards 1 and 0.
  CHECK(value_on(doses_by_hand(), box + "}") == 1);
  CHECK(value_on(doses_by_hand(), box + "}", "bandwidth") == 0.5);
  CHECK(value_on(doses_by_hand(), box + "}", "within") == 1);
  CHECK(value_on(doses_by_hand(), box + "}", "near_end") == 1);
  // In [.25, 1] three quarters of the kernel are left.
  CHECK(value_on(doses_by_hand(), box + ", range=[0.25, 1]}") == Approx(4.0 / 3));
}

TEST_CASE("kernel_ips: bandwidths, ranges and records that do not fit are refused") {
  CHECK_THROWS_WITH(evaluator_of("kernel_ips{range=[1, 0]}"), Contains("lower one first"));
  CHECK_THROWS_WITH(evaluator_of("kernel_ips{range=[1]}"), Contains("two numbers"));
  CHECK_THROWS_AS(evaluator_of("kernel_ips{bandwidth=-1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("kernel_ips{candidates=[0]}"), SpecErrors);
  CHECK_THROWS_WITH(value_on(doses_by_hand(), box + ", range=[0.5, 1]}"),
                    Contains("record 1: the action is 0.25, outside the range"));
  CHECK_THROWS_WITH(value_on(slates_by_hand(), "kernel_ips"),
                    Contains("reads logs of doses, and this is a log of slates"));
}

TEST_CASE("kernel_ips: SLOPE++ chooses one of the candidates, and remarks say so") {
  const Log log = drawn_doses(400);
  const double chosen = value_on(log, "kernel_ips{candidates=[0.1, 0.4]}", "bandwidth");
  CHECK((chosen == 0.1 || chosen == 0.4));
  CHECK(value_on(log, "kernel_ips", "bandwidth") > 0);
  const LogDataset dataset(log);
  const Agent agent(GivenTarget{});
  for (const bool fixed : {false, true}) {
    const auto evaluator = evaluator_of(fixed ? "kernel_ips{bandwidth=0.2}" : "kernel_ips");
    const auto remarks =
        evaluator->remarks(log, agent, rows_of(*evaluator, trial_of(dataset, agent))[0]);
    const bool said = std::any_of(remarks.begin(), remarks.end(), [](const std::string& remark) {
      return remark.find("SLOPE++") != std::string::npos;
    });
    CHECK(said == !fixed);
    CHECK_THAT(remarks.front(), Contains("the logged action is within it"));
  }
}

// What every data set owes the suite, whoever wrote it. One that needs a file which is not here
// says so, and is passed over with its reason.

#include <cmath>

#include "suite/numeric/moments.hpp"
#include "suite/testing/conformance/subjects.hpp"
#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

using DatasetSubject = SubjectOf<DatasetDescription>;

const std::vector<DatasetSubject>& datasets_under_test() {
  static const std::vector<DatasetSubject> list = subjects_of(datasets_table());
  return list;
}

// Calls test(dataset, whether it has its defaults) for every simulator. What cannot be made or
// opened is reported, with the reason.
template <class Test>
void for_all_simulators(const Test& test) {
  in_sections(datasets_under_test(), [&](const DatasetSubject& subject) {
    std::shared_ptr<const Dataset> dataset;
    std::string reason = "it is a file, not a simulator";
    try {
      dataset = subject.component.description->make(subject.component.parameters);
      if (!dataset->environment({1}, {2})) dataset = nullptr;
    } catch (const std::runtime_error& wrong) {  // a missing file, or parameters that go together
      dataset = nullptr;
      reason = wrong.what();
    }
    if (dataset) {
      test(*dataset, subject.has_defaults);
    } else {
      WARN(subject.text() << " was not tested: " << reason);
    }
  });
}

// How many steps of it are looked at.
std::uint64_t steps_of(const Environment& environment, std::uint64_t most) {
  return environment.length() > 0 ? std::min(environment.length(), most) : most;
}

}  // namespace

TEST_CASE("every data set: steps are addresses") {
  // A parameter at the end of its range may take all randomness away: no noise, say.
  for_all_simulators([](const Dataset& dataset, bool has_defaults) {
    require_steps_are_addresses(dataset, has_defaults);
  });
}

TEST_CASE("every data set: contexts, actions and rewards are as declared") {
  for_all_simulators([](const Dataset& dataset, bool) {
    const auto environment = dataset.environment({1}, {2});
    const Action action_count = environment->action_count();
    REQUIRE(action_count > 0);
    for (std::uint64_t t = 0; t < steps_of(*environment, 300); ++t) {
      INFO("step " << t);
      environment->observe(t);
      const Context context = environment->context();
      REQUIRE(context.values().size() == environment->dimension());
      REQUIRE(context.hidden().size() == environment->hidden_dimension());
      for (const double value : context.values()) {
        REQUIRE(std::isfinite(value));
        if (environment->has_sparse_contexts()) REQUIRE((value == 0 || value == 1));
      }
      CHECK(context.is_sparse() == environment->has_sparse_contexts());
      const ActionSet actions = environment->actions();
      REQUIRE(actions.size() > 0);
      if (!environment->has_pools()) REQUIRE(actions.size() == action_count);
      for (Action i = 0; i < actions.size(); ++i) {
        REQUIRE(actions[i] < action_count);
        if (i > 0) REQUIRE(actions[i - 1] < actions[i]);
        const double reward = environment->reward(actions[i]);
        const double expected = environment->expected_reward(context, actions[i], Knowledge::full);
        REQUIRE(std::isfinite(reward));
        REQUIRE(std::isfinite(expected));
        if (environment->rewards() == RewardRange::real) continue;
        REQUIRE((reward >= 0 && reward <= 1));
        REQUIRE((expected >= 0 && expected <= 1));
        if (environment->rewards() == RewardRange::binary) REQUIRE((reward == 0 || reward == 1));
      }
    }
  });
}

TEST_CASE("every data set: a model's key alone decides the model") {
  for_all_simulators([](const Dataset& dataset, bool) {
    const auto one = dataset.environment({1}, {2});
    const auto other_steps = dataset.environment({1}, {3});
    CHECK(one->action_count() == other_steps->action_count());
    CHECK(one->dimension() == other_steps->dimension());
    CHECK(one->hidden_dimension() == other_steps->hidden_dimension());
    CHECK(one->length() == other_steps->length());
    CHECK(one->rewards() == other_steps->rewards());
    for (std::uint64_t t = 0; t < steps_of(*one, 50); ++t) {
      INFO("step " << t);
      one->observe(t);
      other_steps->observe(t);
      // What is expected of the one's context does not depend on which steps the other draws.
      const Context context = one->context();
      const ActionSet actions = one->actions();
      for (Action i = 0; i < actions.size(); ++i) {
        CHECK(other_steps->expected_reward(context, actions[i], Knowledge::full) ==
              one->expected_reward(context, actions[i], Knowledge::full));
      }
    }
  });
}

TEST_CASE("every data set: rewards have the mean that the environment says") {
  // The differences of one action a step, drawn uniformly, are independent with mean 0: five
  // standard errors, on fixed streams.
  for_all_simulators([](const Dataset& dataset, bool) {
    const auto environment = dataset.environment({1}, {2});
    numeric::Moments difference;
    for (std::uint64_t t = 0; t < steps_of(*environment, 3'000); ++t) {
      environment->observe(t);
      Draws draws({4}, t);
      const ActionSet actions = environment->actions();
      const Action action = actions[draws.below(actions.size())];
      difference.add(environment->reward(action) -
                     environment->expected_reward(environment->context(), action, Knowledge::full));
    }
    INFO("mean difference " << difference.mean << ", standard error "
                            << difference.standard_error());
    CHECK(std::fabs(difference.mean) <= 5 * difference.standard_error() + 1e-12);
  });
}

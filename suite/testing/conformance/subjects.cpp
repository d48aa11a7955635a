#include "suite/testing/conformance/subjects.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "suite/component/write_log.hpp"

namespace replaybench::testing {

namespace {

struct Uniform {
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    for (double& p : out) p = 1.0 / actions.size();
  }
};

}  // namespace

std::vector<std::string> other_values(const ParameterInfo& info) {
  std::vector<std::string> values;
  if (info.type == ParameterType::choice) {
    for (std::size_t i = 1; i < info.choices.size(); ++i) {
      values.push_back(replaybench::to_text(ParameterValue(info.choices[i])));
    }
  } else if (info.type == ParameterType::boolean) {
    values.push_back(replaybench::to_text(ParameterValue(!std::get<bool>(info.default_value))));
  } else if (info.type == ParameterType::real && std::isfinite(info.lowest) &&
             std::isfinite(info.highest)) {
    for (const double value : {info.lowest, (info.lowest + info.highest) / 2}) {
      const bool outside = value == info.lowest && info.lowest_open;
      if (!outside) values.push_back(replaybench::to_text(ParameterValue(value)));
    }
  }
  return values;
}

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> list = subjects_of(algorithms_table());
  return list;
}

TestEnvironment::TestEnvironment(const Shape& shape, StreamKey key)
    : shape_(shape),
      key_(key),
      features_(shape.dimension),
      hidden_(shape.dimension),
      active_(shape.dimension),
      pool_(shape.action_count),
      lots_(shape.action_count) {
  Draws draws({0x3013},
              0);  // the same model for every key: environments that differ in their steps alone
  for (Action a = 0; a < shape.action_count; ++a) {
    for (std::size_t i = 0; i + 1 < shape.dimension; ++i) weights_.push_back(0.3 * draws.normal());
    weights_.push_back(0.2 + 0.5 * draws.uniform());
  }
}

void TestEnvironment::observe(std::uint64_t step) {
  Draws draws(key_, step);
  const std::size_t last = features_.size() - 1;
  if (shape_.sparse) {
    const bool night = draws.below(20) == 0;
    active_size_ = 0;
    for (std::size_t i = 0; i <= last; ++i) {
      const bool on = i == last || (draws.below(6) == 0 && !night);
      hidden_[i] = features_[i] = on ? 1 : 0;
      if (on) active_[active_size_++] = static_cast<std::uint32_t>(i);
    }
  } else {
    for (std::size_t i = 0; i < last; ++i) {
      hidden_[i] = draws.normal();
      features_[i] = hidden_[i] + 0.5 * draws.normal();
    }
    hidden_.back() = features_.back() = 1;
  }
  for (double& lot : lots_) lot = draws.uniform();
  if (!shape_.pools) return;
  pool_size_ = 0;
  for (Action a = 0; a < shape_.action_count; ++a) {
    if (draws.below(3) > 0) pool_[pool_size_++] = a;
  }
  if (pool_size_ == 0) pool_[pool_size_++] = draws.below(shape_.action_count);
}

double TestEnvironment::reward(Action action) const {
  return lots_[action] < expected_reward(context(), action, Knowledge::full) ? 1 : 0;
}

double TestEnvironment::expected_reward(const Context& context, Action action,
                                        Knowledge knowledge) const {
  const std::size_t d = features_.size();
  double sum = weights_[action * d + d - 1];
  for (std::size_t i = 0; i + 1 < d; ++i) {
    double signal = context[i];
    if (knowledge == Knowledge::full) signal = context.hidden()[i];
    if (knowledge == Knowledge::posterior) signal *= 0.8;  // 1 / (1 + 0.5^2)
    sum += weights_[action * d + i] * signal;
  }
  return std::clamp(sum, 0.0, 1.0);
}

std::vector<Shape> shapes() {
  return {{2, 1, false, false},
          {10, 16, false, false},
          {2, 1, true, false},
          {10, 16, true, false},
          {6, 40, true, true}};
}

std::string to_text(const Shape& shape) {
  return "K=" + std::to_string(shape.action_count) + " d=" + std::to_string(shape.dimension) +
         (shape.pools ? " pools" : "") + (shape.sparse ? " sparse" : "");
}

Problem test_problem(const Shape& shape) {
  Problem problem;
  problem.action_count = shape.action_count;
  problem.dimension = shape.dimension;
  problem.horizon = 1'000;
  problem.rewards = RewardRange::binary;
  problem.environment = std::make_shared<TestEnvironment>(shape, StreamKey{61});
  return problem;
}

std::optional<Agent> try_agent(const Subject& subject, const Problem& problem) {
  try {
    Agent agent = make_agent(subject.component, problem);
    if (agent.is_trained_offline()) {
      const auto& environment = dynamic_cast<const TestEnvironment&>(*problem.environment);
      agent.train(test_log(environment.shape(), 300));
    }
    return agent;
  } catch (const NotApplicable& reason) {
    WARN(subject.text() << " does not apply: " << reason.what());
    return std::nullopt;
  }
}

namespace {

/// The log with its packed features listed: both forms are tested, and few features are written packed.
Log listed_log(const Log& log) {
  Log listed = log;
  listed.bits = {};
  ContextReader contexts(log);
  listed.active_first.push_back(0);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const auto active = contexts[i].active();
    listed.active.insert(listed.active.end(), active.begin(), active.end());
    listed.active_first.push_back(listed.active.size());
  }
  return listed;
}

}  // namespace

const Log& test_log(const Shape& shape, std::uint64_t records) {
  static std::map<std::string, Log> logs;
  const auto [place, added] = logs.try_emplace(to_text(shape) + " " + std::to_string(records));
  if (added) {
    TestEnvironment environment(shape, {62});
    Log log = write_log(environment, Agent(Uniform()), records, {63});
    place->second = log.is_packed() ? listed_log(log) : std::move(log);
    place->second.check();
  }
  return place->second;
}

Log packed_log(const Log& log, std::size_t first) {
  const std::size_t stride = (log.dimension + 7) / 8;
  auto rows = std::make_shared<std::vector<std::uint8_t>>((first + log.size()) * stride);
  for (std::size_t i = 0; i < log.size(); ++i) {
    for (std::uint64_t at = log.active_first[i]; at < log.active_first[i + 1]; ++at) {
      const std::uint32_t f = log.active[at];
      (*rows)[(first + i) * stride + f / 8] |= static_cast<std::uint8_t>(1 << (f % 8));
    }
  }
  Log packed = log;
  packed.active_first.clear();
  packed.active.clear();
  packed.bits = {rows->data() + first * stride, stride, log.size(), rows};
  packed.check();
  return packed;
}

namespace {

bool same_bytes(const Sums& a, const Sums& b) {
  const auto bytes_of = [](const Sums& sums) {
    std::string bytes;
    sums.terms.write(bytes);
    return bytes;
  };
  return a.records == b.records && a.accepted == b.accepted && bytes_of(a) == bytes_of(b) &&
         std::bit_cast<std::uint64_t>(a.expected) == std::bit_cast<std::uint64_t>(b.expected);
}

}  // namespace

bool same_bytes(const Tally& a, const Tally& b) {
  return same_bytes(a.sums, b.sums) &&
         std::equal(a.curve.begin(), a.curve.end(), b.curve.begin(), b.curve.end(),
                    [](const Sums& x, const Sums& y) { return same_bytes(x, y); });
}

}  // namespace replaybench::testing

#include "suite/rehearsal/twin.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace replaybench::rehearsal {

namespace {

constexpr std::size_t min_donors = 5;

// The first action whose cumulative probability exceeds u; if roundoff leaves none, the last with a probability.
Action action_at(std::span<const double> probabilities, double u) {
  Action last = 0;
  double sum = 0;
  for (Action a = 0; a < probabilities.size(); ++a) {
    if (!(probabilities[a] > 0)) continue;
    last = a;
    sum += probabilities[a];
    if (u < sum) break;
  }
  return last;
}

}  // namespace

TwinMaker::TwinMaker(const RehearsedLog& of, const TwinModel& model)
    : of_(of), model_(model), range_(of.log->reward_range()) {
  const Log& log = *of.log;
  const auto all = means(model.tilt.coefficients);
  for (std::size_t i = 0; i < log.size(); ++i) {
    fitted_.push_back(all[i * log.action_count + log.actions[i]]);
  }
  donors_.resize(log.action_count);
  for (std::uint32_t i = 0; i < log.size(); ++i) donors_[log.actions[i]].push_back(i);
  std::vector<std::uint32_t> everyone(log.size());
  std::iota(everyone.begin(), everyone.end(), 0u);
  centres_.assign(log.action_count, 0);
  for (Action a = 0; a < log.action_count; ++a) {
    if (donors_[a].size() < min_donors) donors_[a] = everyone;
    for (const std::uint32_t i : donors_[a]) {
      centres_[a] += (log.rewards[i] - fitted_[i]) / static_cast<double>(donors_[a].size());
    }
  }
  for (std::uint32_t i = 0; i < of.clusters.size(); ++i) {
    clusters_.resize(std::max<std::size_t>(clusters_.size(), of.clusters[i] + 1));
    clusters_[of.clusters[i]].push_back(i);
  }
}

std::vector<double> TwinMaker::means(std::span<const double> coefficients) const {
  const Log& log = *of_.log;
  std::vector<double> result(model_.predictions.size(), 0), columns(of_.policies.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet actions = log.available(i);
    for (Action j = 0; j < actions.size(); ++j) {
      const std::size_t place = i * log.action_count + actions[j];
      tilt_columns(of_, i, actions[j], columns);
      result[place] = model_.tilt.apply(model_.predictions[place], columns, coefficients);
    }
  }
  return result;
}

double TwinMaker::draw_reward(double mean, Action action, Draws& draws) const {
  if (range_ == RewardRange::binary) return draws.uniform() < mean ? 1 : 0;
  const auto& donors = donors_[action];
  const std::uint32_t donor = donors[draws.below(static_cast<std::uint32_t>(donors.size()))];
  const double reward = of_.log->rewards[donor], fitted = fitted_[donor];
  if (range_ == RewardRange::real) return mean + reward - fitted - centres_[action];
  return mean >= fitted ? 1 - (1 - reward) * (1 - mean) / (1 - fitted) : reward * mean / fitted;
}

std::vector<std::uint32_t> TwinMaker::draw_records(StreamKey key,
                                                   std::vector<std::uint32_t>& clusters) const {
  std::vector<std::uint32_t> records;
  const std::size_t draws = clusters_.empty() ? of_.log->size() : clusters_.size();
  for (std::uint32_t t = 0; t < draws; ++t) {
    const std::uint32_t drawn = Draws(key, t).below(static_cast<std::uint32_t>(draws));
    if (clusters_.empty()) {
      records.push_back(drawn);
      continue;
    }
    records.insert(records.end(), clusters_[drawn].begin(), clusters_[drawn].end());
    clusters.resize(records.size(), t);
  }
  return records;
}

Twin TwinMaker::make(StreamKey key) const {
  const Log& source = *of_.log;
  const std::size_t actions = source.action_count;
  Twin twin;
  twin.means = means(model_.tilt.drawn(replicate_key(key, 0)));
  const auto& q = twin.means;
  const auto records = draw_records(replicate_key(key, 1), twin.clusters);
  auto log = std::make_shared<Log>(source.select(records));
  log->originals.clear();  // copies of a context, with actions and rewards of their own
  const StreamKey outcomes = replicate_key(key, 2);
  for (std::size_t t = 0; t < records.size(); ++t) {
    const std::size_t row = records[t] * actions;
    Draws draws(outcomes, t);
    const Action a = action_at(std::span(of_.logging).subspan(row, actions), draws.uniform());
    log->actions[t] = a;
    log->propensities[t] = std::min(1.0, of_.logging[row + a]);
    log->rewards[t] = draw_reward(q[row + a], a, draws);
    for (TargetPolicy& target : log->targets) {
      target.logged[t] = target.all[t * actions + a];
    }
  }
  twin.log = std::move(log);
  twin.values.assign(of_.policies.size(), 0);
  for (std::size_t j = 0; j < of_.policies.size(); ++j) {
    const auto& all = source.targets[j].all;
    for (std::size_t place = 0; place < q.size(); ++place) twin.values[j] += all[place] * q[place];
    twin.values[j] /= static_cast<double>(source.size());
  }
  return twin;
}

}  // namespace replaybench::rehearsal

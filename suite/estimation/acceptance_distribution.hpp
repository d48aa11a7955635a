#pragma once
// Distribution of a log's records for a static policy: the distinct (p, w, r) with their counts.
//
// Source: thesis, section 5.7.7 (p. 165). A policy that gives its probabilities need not be
// replayed: the record t of a log is accepted with probability p_t = P(pi(x_t) = a_t), regardless of what was
// accepted before, so every replay-like estimate of the policy is a function of the multiset of
// (p_t, w_t, r_t). On a log of binary rewards a policy with two probabilities has four classes,
// however long the log.
//
//   thesis             here
//   p(pi(x_t) = a_t)   RecordClass::probability
//   r_t                RecordClass::reward
//   1/p(pi_LOG = a_t)  RecordClass::weight (see record_weights.hpp)
//   T                  records()
//   T_pi               usable(), for a deterministic policy

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/kernel_choice.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/static_error.hpp"
#include "suite/model/reward_offset.hpp"
#include "suite/stream/binomial.hpp"

namespace replaybench::estimation {

/// Records that no replay of the policy can distinguish.
struct RecordClass {
  double probability;  ///< of being accepted, in (0, 1]
  double weight;       ///< when it is accepted
  double reward;
  std::int64_t count;  ///< records of the log
};

class AcceptanceDistribution {
 public:
  /// The log of a trial under its algorithm, or under `probabilities` of its choices in their
  /// place (kernel_choice.hpp). Throws NotApplicable for an algorithm that learns or does not give
  /// its probabilities, naming `evaluator`. O(T K + T log T).
  AcceptanceDistribution(const std::string& evaluator, Trial& trial, const Weighting& weighting,
                         const RecordProbabilities& probabilities = choice_probabilities) {
    const Agent agent = trial.agent();
    if (agent.learns()) {
      throw NotApplicable(evaluator +
                          ": the algorithm learns; this evaluator is for static policies, whose "
                          "probabilities do not depend on what was accepted before");
    }
    if (!agent.has_probabilities()) {
      throw NotApplicable(evaluator +
                          ": the policy does not give the probabilities of its choices");
    }
    const auto log = trial.log();
    records_ = static_cast<std::int64_t>(log->size());
    action_count_ = log->action_count;
    mean_pool_ = mean_pool_size(*log);
    has_pools_ = log->has_pools();
    weighted_ = weighting.kind != WeightKind::none;
    offset_ = reward_offset(log->rewards);
    read(probabilities(agent, *log), *log, record_weights(*log, weighting));
    for (const RecordClass& c : classes_) {
      const double mass = static_cast<double>(c.count) * c.probability;
      usable_ += c.count;
      accepted_ += mass;
      weight_ += mass * c.weight;
      reward_ += mass * c.weight * (c.reward - offset_);
    }
  }

  /// The classes of records that can be accepted, in increasing order of (p, w, r).
  const std::vector<RecordClass>& classes() const { return classes_; }
  std::int64_t records() const { return records_; }
  /// Records with p > 0.
  std::int64_t usable() const { return usable_; }
  /// K. Throws NotApplicable if the pool changes: `wanted_for` says what it was for.
  double action_count(const std::string& wanted_for) const {
    if (has_pools_) {
      throw NotApplicable("the pool of actions changes, so that there is no K: " + wanted_for);
    }
    return action_count_;
  }
  /// K, if the pool changes the harmonic mean of the pools' sizes (expansion.hpp).
  double mean_pool() const { return mean_pool_; }
  /// sum p: records that one replay accepts on average.
  double accepted() const { return accepted_; }
  /// True if p is 0 or 1 for every record.
  bool is_deterministic() const {
    return std::all_of(classes_.begin(), classes_.end(),
                       [](const RecordClass& c) { return c.probability == 1; });
  }

  /// RED_inf (thesis, section 5.7.7, p. 165): sum w p r / sum w p; 0 when nothing can be accepted.
  double ratio() const { return usable_ == 0 ? 0 : offset_ + reward_ / weight_; }
  /// Variance of RED_inf over logs, by the delta method: sum (w p)^2 (r - g)^2 / (sum w p)^2, times
  /// n / (n - 1) for n usable records, as replay's is. NaN when n < 2.
  double ratio_variance() const {
    if (usable_ < 2) return std::numeric_limits<double>::quiet_NaN();
    const double n = static_cast<double>(usable_);
    return squared_deviations([](double p) { return p * p; }) * (n / (n - 1)) / (weight_ * weight_);
  }
  /// Variance, on this log, of the ratio after `passes` replays with independent choices:
  /// sum w^2 p (1 - p) (r - g)^2 / ((sum w p)^2 passes), to first order. 0 for a deterministic
  /// policy.
  double choice_variance(double passes) const {
    if (usable_ == 0) return 0;
    return squared_deviations([](double p) { return p * (1 - p); }) / (weight_ * weight_) / passes;
  }
  /// Variance of the reward of the policy's choice, as the log shows it: sum w p (r - g)^2 /
  /// sum w p. NaN when nothing can be accepted.
  double reward_variance() const {
    if (usable_ == 0) return std::numeric_limits<double>::quiet_NaN();
    double sum = 0;
    for (const RecordClass& c : classes_) {
      const double deviation = above_ratio(c);
      sum += static_cast<double>(c.count) * c.probability * c.weight * deviation * deviation;
    }
    return sum / weight_;
  }

  /// The factor of the * forms: K without weights, 1 with. Throws NotApplicable as action_count.
  double star_factor() const {
    return weighted_ ? 1 : action_count("star needs weights = \"pool_size\"");
  }
  /// RED*_inf (thesis, section 5.7.7, p. 165): the mean over all records of s = K p r, or of w p r;
  /// 0 on an empty log.
  double star() const {
    return records_ == 0
               ? 0
               : star_factor() * (reward_ + offset_ * weight_) / static_cast<double>(records_);
  }
  /// Variance of RED*_inf: the sample variance of s over T. NaN when T < 2.
  double star_variance() const {
    if (records_ < 2) return std::numeric_limits<double>::quiet_NaN();
    const double n = static_cast<double>(records_);
    const double mean = star();
    double squares = static_cast<double>(records_ - usable_) * mean * mean;
    for (const RecordClass& c : classes_) {
      const double deviation = star_factor() * c.probability * c.weight * c.reward - mean;
      squares += static_cast<double>(c.count) * deviation * deviation;
    }
    return squares / (n - 1) / n;
  }
  /// Like choice_variance, for RED* after `passes` replays.
  double star_choice_variance(double passes) const {
    if (records_ == 0) return 0;
    double sum = 0;
    for (const RecordClass& c : classes_) {
      const double s = star_factor() * c.weight * c.reward / static_cast<double>(records_);
      sum += static_cast<double>(c.count) * c.probability * (1 - c.probability) * s * s;
    }
    return sum / passes;
  }

  /// E T, the records of an expanded resample. Throws NotApplicable when that is not a positive
  /// integer.
  std::int64_t expanded(double expansion) const {
    const double wanted = expansion * static_cast<double>(records_);
    const double whole = std::floor(wanted + 0.5);
    // A decimal like 0.1 times T is off by roundoff alone.
    if (!(whole >= 1) || std::fabs(wanted - whole) > 1e-9 * whole ||
        whole > static_cast<double>(BinomialDistribution::max_trials)) {
      throw NotApplicable("expansion: " + to_text(expansion) + " times " +
                          std::to_string(records_) + " records is not a positive whole number");
    }
    return static_cast<std::int64_t>(whole);
  }

 private:
  void read(const std::vector<double>& probabilities, const Log& log,
            const std::vector<double>& weights) {
    using Triple = std::tuple<double, double, double>;
    std::vector<Triple> triples;
    for (std::size_t i = 0; i < log.size(); ++i) {
      const double p = probabilities[i];
      if (p > 0) triples.emplace_back(p, weights.empty() ? 1 : weights[i], log.rewards[i]);
    }
    std::sort(triples.begin(), triples.end());
    for (std::size_t i = 0; i < triples.size(); ++i) {
      if (i == 0 || triples[i] != triples[i - 1]) {
        const auto& [p, w, r] = triples[i];
        classes_.push_back({p, w, r, 0});
      }
      ++classes_.back().count;
    }
  }

  // The reward less the ratio; both are taken above the offset, which may be large.
  double above_ratio(const RecordClass& c) const { return c.reward - offset_ - reward_ / weight_; }

  template <class Share>
  double squared_deviations(Share&& share) const {
    double sum = 0;
    for (const RecordClass& c : classes_) {
      const double deviation = c.weight * above_ratio(c);
      sum += static_cast<double>(c.count) * share(c.probability) * deviation * deviation;
    }
    return sum;
  }

  std::vector<RecordClass> classes_;
  std::int64_t records_ = 0;
  std::int64_t usable_ = 0;
  Action action_count_ = 0;
  double mean_pool_ = 0;
  bool has_pools_ = false;
  bool weighted_ = false;
  double accepted_ = 0;
  double weight_ = 0;
  double offset_ = 0;  // of all rewards (reward_offset)
  double reward_ = 0;  // what the accepted ones are above it
};

/// Counts of some classes in independent draws.
class Multinomial {
 public:
  /// `masses` are not negative; the classes' probabilities are proportional to them.
  explicit Multinomial(std::vector<double> masses)
      : masses_(std::move(masses)), left_(masses_.size()) {
    double left = 0;
    for (std::size_t j = masses_.size(); j-- > 0;) left_[j] = left += masses_[j];
  }

  /// Calls count(j, k) for each class j that comes up, k > 0 times, in n draws: one binomial after
  /// the other, given what is left. Needs a positive mass, or n = 0. O(classes), or O(n) if fewer.
  template <class Count>
  void draw(Draws& draws, std::int64_t n, Count&& count) const {
    for (std::size_t j = 0; n > 0 && j < masses_.size(); ++j) {
      if (masses_[j] == 0) continue;
      // The last class with a mass is all that is left: its quotient is exactly 1.
      const std::int64_t k = draw_binomial(draws, n, masses_[j] / left_[j]);
      if (k > 0) count(j, k);
      n -= k;
    }
  }

 private:
  std::vector<double> masses_;
  std::vector<double> left_;  // masses of this class and those after it
};

}  // namespace replaybench::estimation

#include "suite/evaluate/evaluation_details.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench {

namespace {

constexpr std::size_t max_terms = 10;
constexpr std::uint64_t running_points = 80;
constexpr std::uint64_t curve_points = 16;

// Half the width of the confidence sequence, in standard errors of the estimate from the first t of n records.
double errors_of_sequence(double t, double n) {
  constexpr double alpha = 0.05;
  const double log_term = -2 * numeric::log(alpha);
  const double rho2 = (log_term + numeric::log(log_term) + 1) / n;
  const double s = t * rho2 + 1;
  return std::sqrt(2 * s / (t * rho2) * (0.5 * numeric::log(s) - numeric::log(alpha)));
}

// Adds up what the details need, record by record.
class Collector {
 public:
  Collector(std::uint64_t records, const Evaluation& evaluation, bool is_ratio, double weight_sum,
            bool has_intervals)
      : n_(records),
        value_(evaluation.estimate),
        is_ratio_(is_ratio),
        weight_sum_(weight_sum),
        has_intervals_(has_intervals),
        use_(std::min(max_stretches, records)) {
    for (std::uint64_t s = 0; s < use_.size(); ++s) {
      const Stretch stretch = stretch_of(n_, use_.size(), s);
      use_[s].first = stretch.first + 1;
      use_[s].records = stretch.end - stretch.first;
    }
  }

  void add_weight(double weight, double reward) {
    const std::uint64_t record = weighed_++;
    while (record + 1 >= use_[stretch_].first + use_[stretch_].records) ++stretch_;
    if (weight == 0) return;
    ++use_[stretch_].used;
    use_sums_[stretch_].add(weight);
    int exponent = 0;
    if (weight > 0) {
      std::frexp(weight, &exponent);
      Bin& bin = bins_[exponent];
      ++bin.records;
      bin.sum.add(weight);
    }
    const double term = std::fabs(weight * reward);
    terms_.add(term);
    if (term == 0 || (largest_.size() == max_terms && term <= largest_.back().share)) return;
    const auto place = std::find_if(largest_.begin(), largest_.end(),
                                    [&](const auto& t) { return t.share < term; });
    largest_.insert(place, {weight, reward, term});
    if (largest_.size() > max_terms) largest_.pop_back();
  }

  // The part of the next record, and its weight if it is known.
  void add_part(double part, double weight) {
    ++parts_;
    part_sum_.add(part);
    square_sum_.add(part * part);
    weights_so_far_.add(weight);
    // From a twentieth of the log on.
    const std::uint64_t first = n_ / 20;
    const std::uint64_t points = std::min(running_points, n_ - first);
    if (parts_ <= first || stretch_of(n_ - first, points, point_).end != parts_ - first) return;
    ++point_;
    running_.push_back(point());
  }

  std::vector<WeightBin> take_bins() const {
    std::vector<WeightBin> bins;
    if (bins_.empty()) return bins;
    numeric::Sum sum;
    for (const auto& [exponent, bin] : bins_) sum.add(bin.sum.value());
    for (int e = bins_.begin()->first; e <= bins_.rbegin()->first; ++e) {
      const auto found = bins_.find(e);
      const Bin bin = found == bins_.end() ? Bin{} : found->second;
      bins.push_back({std::ldexp(1, e - 1), std::ldexp(1, e), bin.records,
                      static_cast<double>(bin.records) / static_cast<double>(n_),
                      bin.sum.value() / sum.value()});
    }
    return bins;
  }
  std::vector<LargeTerm> take_terms() const {
    std::vector<LargeTerm> terms = largest_;
    for (LargeTerm& term : terms) term.share /= terms_.value();
    return terms;
  }
  std::vector<UseStretch> take_use() {
    numeric::Sum sum;
    for (const auto& [stretch, weight] : use_sums_) sum.add(weight.value());
    for (const auto& [stretch, weight] : use_sums_) {
      use_[stretch].weight_share = weight.value() / sum.value();
    }
    return std::move(use_);
  }
  std::vector<RunningPoint> take_running() { return std::move(running_); }

 private:
  struct Bin {
    std::uint64_t records = 0;
    numeric::Sum sum;
  };

  RunningPoint point() const {
    const double t = static_cast<double>(parts_);
    const double n = static_cast<double>(n_);
    const double weights = weights_so_far_.value();
    RunningPoint point{.records = parts_, .part = part_sum_.value()};
    if (is_ratio_ && !(weights > 0)) return point;
    const double factor = is_ratio_ ? weight_sum_ / weights : n / t;
    const double sum = part_sum_.value();
    point.estimate = value_ + factor * sum;
    if (!has_intervals_ || parts_ < 2) return point;
    const double variance = factor * factor * (square_sum_.value() - sum * sum / t);
    const double half = errors_of_sequence(t, n) * std::sqrt(std::fmax(variance, 0));
    point.low = point.estimate - half;
    point.high = point.estimate + half;
    return point;
  }

  std::uint64_t n_;
  double value_;
  bool is_ratio_;
  double weight_sum_;
  bool has_intervals_;
  std::vector<UseStretch> use_;
  std::map<std::size_t, numeric::Sum> use_sums_;
  std::map<int, Bin> bins_;
  std::vector<LargeTerm> largest_;
  numeric::Sum terms_, part_sum_, square_sum_, weights_so_far_;
  std::vector<RunningPoint> running_;
  std::uint64_t weighed_ = 0, parts_ = 0, point_ = 0;
  std::size_t stretch_ = 0;
};

// The mean reward of the accepted records, in their order: a point per stretch of them.
class LearningCurve {
 public:
  LearningCurve(std::uint64_t accepted, const RewardScale& scale)
      : accepted_(accepted), scale_(scale) {}

  void add(double reward) {
    const Stretch stretch = stretch_of(accepted_, curve_points, curve_.size());
    rewards_.push_back(reward);
    if (stretch.first + rewards_.size() < stretch.end) return;
    curve_.push_back({stretch.first + 1, stretch.end, mean_reward(rewards_, scale_)});
    rewards_.clear();
  }
  std::vector<CurvePoint> take() { return std::move(curve_); }

 private:
  std::uint64_t accepted_;
  const RewardScale& scale_;
  std::vector<double> rewards_;  // of the stretch
  std::vector<CurvePoint> curve_;
};

// The weights of a block's records, from the basis, the accepted records or the parts; none if none of them has them. Those
// of a model alone are 1.
class Weights {
 public:
  Weights(const EstimateBasis& basis, const std::vector<bool>* accepted, const RecordParts* parts,
          double sum)
      : basis_(basis), accepted_(accepted), parts_(parts), sum_(sum) {}
  bool known() const {
    return counts_all_alike(basis_) || !basis_.weights.empty() || accepted_ ||
           (parts_ && parts_->has_weights() && sum_ > 0);
  }
  // `steps`: those of the parts of this block.
  double at(std::uint64_t record, double step) const {
    if (counts_all_alike(basis_)) return 1;
    if (accepted_) return (*accepted_)[record] ? 1 : 0;
    return basis_.weights.empty() ? step * sum_ : basis_.weights[record];
  }

 private:
  const EstimateBasis& basis_;
  const std::vector<bool>* accepted_;
  const RecordParts* parts_;
  double sum_;
};

}  // namespace

std::shared_ptr<const EvaluationDetails> details_of(const LogFacts& facts,
                                                    const EstimateBasis& basis,
                                                    const Evidence& evidence,
                                                    const Evaluation& evaluation) {
  const std::uint64_t n = facts.size();
  std::shared_ptr<const RecordParts> parts;
  if (evaluation.repetitions == 1) {
    parts = basis.weights.empty() && !evidence.parts && !evidence.accepted
                ? nullptr
                : parts_of(facts, basis, evidence, evaluation.estimate);
  }
  numeric::Sum sum;
  for (const double weight : basis.weights) sum.add(weight);
  const double weight_sum = evidence.accepted        ? evaluation.accepted
                            : !basis.weights.empty() ? sum.value()
                            : evidence.weights ? evidence.weights->mean * static_cast<double>(n)
                                               : 0;
  const Weights weights(basis, evidence.accepted.get(), parts.get(), weight_sum);
  const bool known = weights.known();
  Collector collector(n, evaluation, basis.form == EstimateForm::ratio && known, weight_sum,
                      facts.clusters().empty());
  const bool count_alike = basis.weighting == WeightUse::none && !basis.weights_are_expected &&
                           basis.form == EstimateForm::ratio && evaluation.repetitions == 1;
  const std::uint64_t used =
      evidence.accepted
          ? static_cast<std::uint64_t>(evaluation.accepted)
          : basis.weights.size() - static_cast<std::uint64_t>(
                                       std::count(basis.weights.begin(), basis.weights.end(), 0));
  std::optional<LearningCurve> curve;
  if (count_alike && used >= 2 * curve_points) curve.emplace(used, facts.scale());
  std::vector<double> of_parts, steps;
  facts.blocks()->each({.rewards = true}, [&](const LogBlock& block) {
    of_parts.assign(block.size, 0);
    steps.assign(block.size, 0);
    if (parts) parts->read(block.first, of_parts, steps);
    for (std::size_t i = 0; i < block.size; ++i) {
      const double weight = known ? weights.at(block.first + i, steps[i]) : 0;
      if (known) collector.add_weight(weight, block.rewards[i]);
      if (parts) collector.add_part(of_parts[i], weight);
      if (curve && weight != 0) curve->add(block.rewards[i]);
    }
  });
  auto details = std::make_shared<EvaluationDetails>();
  if (basis.weighting != WeightUse::none) {
    details->weights = collector.take_bins();
    details->largest_terms = collector.take_terms();
  }
  if (known) details->use = collector.take_use();
  details->running = collector.take_running();
  if (curve) details->learning_curve = curve->take();
  return details;
}

}  // namespace replaybench

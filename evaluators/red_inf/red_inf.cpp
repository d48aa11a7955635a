#include "evaluators/red_inf/red_inf.hpp"

#include <cmath>
#include <limits>

#include "suite/estimation/acceptance_distribution.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::evaluators {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn records = add(Role::records);
  RowColumn usable = add("usable", Role::count);
  RowColumn accepted = add(Role::accepted);
  RowColumn time_acceleration = add("time_acceleration");
  RowColumn bootstrap_variance = add("bootstrap_variance");
} result{};

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Resamples of `size` records.
class Resampling {
 public:
  struct Resample {
    double estimate = 0;
    double standard_error = 0;  ///< 0 where there is none
  };

  Resampling(const estimation::AcceptanceDistribution& distribution, bool star, std::int64_t size)
      : distribution_(distribution),
        star_(star),
        factor_(star ? distribution.star_factor() : 1),
        size_(size),
        counts_(masses(distribution)),
        drawn_(distribution.classes().size()) {}

  Resample draw(Draws& draws) {
    std::fill(drawn_.begin(), drawn_.end(), 0.0);
    double usable = 0;
    double weight = 0;
    double reward = 0;
    counts_.draw(draws, size_, [&](std::size_t j, std::int64_t count) {
      if (j == drawn_.size()) return;
      drawn_[j] = static_cast<double>(count);
      usable += drawn_[j];
      weight += drawn_[j] * share(j);
      reward += drawn_[j] * share(j) * distribution_.classes()[j].reward;
    });
    const double n = static_cast<double>(size_);
    const double estimate = star_ ? reward / n : weight == 0 ? 0 : reward / weight;
    const double alike = star_ ? n : usable;
    if (alike < 2) return {estimate, 0};
    double squares = star_ ? (n - usable) * estimate * estimate : 0;
    for (std::size_t j = 0; j < drawn_.size(); ++j) {
      const double r = distribution_.classes()[j].reward;
      const double deviation = star_ ? share(j) * r - estimate : share(j) * (r - estimate);
      squares += drawn_[j] * deviation * deviation;
    }
    return {estimate, std::sqrt(squares * alike / (alike - 1)) / (star_ ? n : weight)};
  }

 private:
  double share(std::size_t j) const {
    const estimation::RecordClass& c = distribution_.classes()[j];
    return factor_ * c.probability * c.weight;
  }
  // The last class: the records that are never accepted.
  static std::vector<double> masses(const estimation::AcceptanceDistribution& distribution) {
    std::vector<double> masses;
    for (const estimation::RecordClass& c : distribution.classes())
      masses.push_back(static_cast<double>(c.count));
    masses.push_back(static_cast<double>(distribution.records() - distribution.usable()));
    return masses;
  }

  const estimation::AcceptanceDistribution& distribution_;
  bool star_;
  double factor_;
  std::int64_t size_;
  estimation::Multinomial counts_;
  std::vector<double> drawn_;
};

/// BCa's a: sum d^3 / (6 (sum d^2)^{3/2}), d the mean of the estimates without one record less
/// each of them.
double acceleration(const estimation::AcceptanceDistribution& distribution, bool star) {
  double weight = 0;
  double reward = 0;
  for (const estimation::RecordClass& c : distribution.classes()) {
    const double mass = static_cast<double>(c.count) * c.probability * c.weight;
    weight += mass;
    reward += mass * c.reward;
  }
  const auto without = [&](double w, double r) {
    if (star) return reward - w * r;  // up to a factor, which a does not depend on
    return weight - w > 0 ? (reward - w * r) / (weight - w) : 0;
  };
  const auto for_each = [&](auto&& take) {
    take(static_cast<double>(distribution.records() - distribution.usable()), without(0, 0));
    for (const estimation::RecordClass& c : distribution.classes()) {
      take(static_cast<double>(c.count), without(c.probability * c.weight, c.reward));
    }
  };
  double mean = 0;
  for_each([&](double count, double value) { mean += count * value; });
  mean /= static_cast<double>(distribution.records());
  double squares = 0;
  double cubes = 0;
  for_each([&](double count, double value) {
    const double d = mean - value;
    squares += count * d * d;
    cubes += count * d * d * d;
  });
  return squares > 0 ? cubes / (6 * squares * std::sqrt(squares)) : 0;
}

}  // namespace

LogAssumptions RedInf::assumptions() const {
  LogAssumptions assumptions = estimation::weighting_assumptions(options_.weighting);
  assumptions.static_policy = true;
  return assumptions;
}

const RowSchema& RedInf::schema() const { return result; }

void RedInf::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const estimation::AcceptanceDistribution distribution("red_inf", trial, options_.weighting);
  const double n = static_cast<double>(distribution.records());
  const double estimate = options_.star ? distribution.star() : distribution.ratio();
  const double error =
      std::sqrt(options_.star ? distribution.star_variance() : distribution.ratio_variance());
  numeric::Moments moments;
  std::vector<double> statistics;
  if (options_.resamples > 0) {
    Resampling resampling(distribution, options_.star, distribution.expanded(options_.expansion));
    for (std::uint64_t b = 0; b < options_.resamples; ++b) {
      Draws draws(trial.policy(), b);
      const auto resample = resampling.draw(draws);
      moments.add(resample.estimate);
      if (options_.interval == IntervalMethod::normal) continue;
      const double deviation = resample.estimate - estimate;
      statistics.push_back(options_.interval != IntervalMethod::studentised ? resample.estimate
                           : deviation == 0                                 ? 0
                                            : deviation / resample.standard_error);
    }
  }
  const statistics::Interval interval = interval_of(distribution, estimate, error, statistics);
  const double reward_variance = distribution.reward_variance();
  const double time_acceleration = reward_variance > 0 ? n * error * error / reward_variance : nan;
  rows.push_back(result.row(
      static_cast<std::uint64_t>(distribution.records()),
      {result.estimate(estimate), result.standard_error(error), result.low(interval.low),
       result.high(interval.high), result.records(n), result.usable(distribution.usable()),
       result.accepted(distribution.accepted()), result.time_acceleration(time_acceleration),
       result.bootstrap_variance(moments.variance())}));
}

statistics::Interval RedInf::interval_of(const estimation::AcceptanceDistribution& distribution,
                                         double estimate, double error,
                                         const std::vector<double>& statistics) const {
  if (std::isnan(error)) return {nan, nan};
  const double level = options_.level;
  switch (options_.interval) {
    case IntervalMethod::normal:
      break;
    case IntervalMethod::percentile:
      return statistics::percentile_interval(statistics, level);
    case IntervalMethod::basic:
      return statistics::basic_interval(estimate, statistics, level);
    case IntervalMethod::studentised:
      return statistics::studentised_interval(estimate, error, statistics, level);
    case IntervalMethod::bca:
      return statistics::bca_interval(estimate, statistics,
                                      acceleration(distribution, options_.star), level);
  }
  const double half = numeric::normal_quantile((1 + level) / 2) * error;
  return {estimate - half, estimate + half};
}

namespace red_inf {

namespace {

std::vector<ParameterInfo> known_parameters() {
  auto parameters = estimation::weighting_parameters();
  parameters.push_back(
      boolean("star", false, "RED*_inf, the limit of replay*, in the place of RED_inf")
          .source("thesis, section 5.7.7 (p. 165)"));
  parameters.push_back(integer("resamples", 0, "B, bootstrap resamples; 0: none")
                           .at_least(0)
                           .source("thesis, section 5.5.3 (p. 136): 10,000"));
  parameters.push_back(real("expansion", 1, "E: a resample has E T records, a whole number")
                           .above(0)
                           .source("thesis, table 5.1 (section 5.8, p. 167)"));
  parameters.push_back(
      choice("interval", {"normal", "percentile", "basic", "studentised", "bca"},
             "how low and high come about: from the standard error, or from the "
             "resamples")
          .source("thesis, sections 5.6.1 (p. 138) and 5.6.2 (p. 139); Efron and Tibshirani 1993"));
  parameters.push_back(real("level", 0.95, "of the interval from low to high").above(0).below(1));
  return parameters;
}

IntervalMethod method_of(const std::string& text) {
  return text == "percentile"    ? IntervalMethod::percentile
         : text == "basic"       ? IntervalMethod::basic
         : text == "studentised" ? IntervalMethod::studentised
         : text == "bca"         ? IntervalMethod::bca
                                 : IntervalMethod::normal;
}

std::shared_ptr<const Evaluator> make(const Parameters& parameters) {
  RedInfOptions options;
  options.weighting = estimation::read_weighting(parameters);
  options.star = parameters.boolean("star");
  options.resamples = static_cast<std::uint64_t>(parameters.integer("resamples"));
  options.expansion = parameters.real("expansion");
  options.interval = method_of(parameters.text("interval"));
  options.level = parameters.real("level");
  if (options.interval != IntervalMethod::normal) {
    const std::size_t fewest = statistics::fewest_resamples(options.level);
    if (options.resamples < fewest) {
      throw SpecErrors("red_inf: this interval needs resamples, " + std::to_string(fewest) +
                       " at least");
    }
    if (options.expansion != 1) {
      throw SpecErrors("red_inf: resamples of another size than the log's make no interval");
    }
  }
  return std::make_shared<RedInf>(options);
}

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "red_inf",
     .summary = "replay of a static policy repeated for ever, in closed form",
     .source = "thesis, sections 5.7.4 (p. 152) and 5.7.7 (p. 165)",
     .parameters = known_parameters()},
    make,
    "Only for static policies that tell their probabilities; of those replay can evaluate it has "
    "the least variance. For a deterministic policy it is replay."};

}  // namespace red_inf

}  // namespace replaybench::evaluators

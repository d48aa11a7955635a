#include "evaluators/red_inf/red_inf.hpp"

#include <cmath>
#include <limits>

#include "evaluators/record_law.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::evaluators {

namespace {

/// Estimates on resamples of `size` records.
class Bootstrap {
 public:
  Bootstrap(const RecordLaw& law, bool star, std::int64_t size)
      : law_(law),
        factor_(star ? law.star_factor() / static_cast<double>(size) : 0),
        size_(size),
        counts_(masses(law)) {}

  double estimate(Draws& draws) const {
    double weight = 0;
    double reward = 0;
    counts_.draw(draws, size_, [&](std::size_t j, std::int64_t count) {
      if (j == law_.classes().size()) return;
      const RecordClass& c = law_.classes()[j];
      const double mass = static_cast<double>(count) * c.probability * c.weight;
      weight += mass;
      reward += mass * c.reward;
    });
    if (factor_ != 0) return factor_ * reward;
    return weight == 0 ? 0 : reward / weight;
  }

 private:
  // The last class: the records that are never accepted.
  static std::vector<double> masses(const RecordLaw& law) {
    std::vector<double> masses;
    for (const RecordClass& c : law.classes()) masses.push_back(static_cast<double>(c.count));
    masses.push_back(static_cast<double>(law.records() - law.usable()));
    return masses;
  }

  const RecordLaw& law_;
  double factor_;
  std::int64_t size_;
  Multinomial counts_;
};

}  // namespace

LogAssumptions RedInf::assumptions() const {
  LogAssumptions assumptions = weighting_assumptions(options_.weighting);
  assumptions.static_policy = true;
  return assumptions;
}

std::vector<std::string> RedInf::columns() const {
  return {"estimate", "standard_error",    "records",           "usable",
          "accepted", "time_acceleration", "bootstrap_variance"};
}

void RedInf::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const RecordLaw law("red_inf", trial, options_.weighting);
  const double n = static_cast<double>(law.records());
  const double variance = options_.star ? law.star_variance() : law.ratio_variance();
  numeric::Moments bootstrap;
  if (options_.resamples > 0) {
    const Bootstrap resample(law, options_.star, law.expanded(options_.expansion));
    for (std::uint64_t b = 0; b < options_.resamples; ++b) {
      Draws draws(trial.policy(), b);
      bootstrap.add(resample.estimate(draws));
    }
  }
  const double reward_variance = law.reward_variance();
  const double acceleration = reward_variance > 0 ? n * variance / reward_variance
                                                  : std::numeric_limits<double>::quiet_NaN();
  rows.push_back(
      {static_cast<std::uint64_t>(law.records()),
       {options_.star ? law.star() : law.ratio(), std::sqrt(variance), n,
        static_cast<double>(law.usable()), law.accepted(), acceleration, bootstrap.variance()}});
}

namespace red_inf {

namespace {

std::vector<ParameterInfo> known_parameters() {
  auto parameters = weighting_parameters();
  parameters.push_back(
      boolean("star", false, "RED*_inf, the limit of replay*, in the place of RED_inf")
          .source("thesis l. 3611"));
  parameters.push_back(integer("resamples", 0, "B, bootstrap resamples; 0: none")
                           .at_least(0)
                           .source("thesis l. 3065: 10,000"));
  parameters.push_back(real("expansion", 1, "E: a resample has E T records, a whole number")
                           .above(0)
                           .source("thesis l. 3662"));
  return parameters;
}

std::shared_ptr<const Evaluator> make(const Parameters& parameters) {
  RedInfOptions options;
  options.weighting = read_weighting(parameters);
  options.star = parameters.boolean("star");
  options.resamples = static_cast<std::uint64_t>(parameters.integer("resamples"));
  options.expansion = parameters.real("expansion");
  return std::make_shared<RedInf>(options);
}

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "red_inf",
     .summary = "replay of a static policy repeated for ever, in closed form",
     .source = "thesis l. 3370-3383, 3605-3640",
     .parameters = known_parameters()},
    make};

}  // namespace red_inf

}  // namespace replaybench::evaluators

#include "suite/offpolicy/loggers.hpp"

#include <cmath>

#include "suite/component/registry.hpp"
#include "suite/estimation/known_propensities.hpp"
#include "suite/offpolicy/target_probabilities.hpp"

namespace replaybench::offpolicy {

namespace {

void require_loggers(const std::string& evaluator, const Log& log) {
  if (log.has_loggers()) return;
  throw NotApplicable(evaluator +
                      ": the log does not say which of several logging policies wrote a record; a "
                      "column \"logger\" with their names does");
}

std::vector<std::size_t> records_by_logger(const Log& log) {
  std::vector<std::size_t> records(log.logger_names.size());
  for (const std::uint32_t logger : log.loggers) ++records[logger];
  return records;
}

// One logger's part in the weighted estimate.
struct Stratum {
  std::vector<double> values;  // of its terms
  double mean = 0;
  double inverse_variance = 0;  // of the mean
};

Stratum stratum_of(const std::string& evaluator, const std::string& name,
                   std::vector<double> values) {
  Stratum stratum{.values = std::move(values)};
  if (stratum.values.empty()) return stratum;
  const auto [mean, deviation] = mean_and_deviation(stratum.values);
  if (!(deviation > 0)) {
    throw NotApplicable(
        evaluator + ": logger \"" + name + "\" has " +
        (stratum.values.size() < 2 ? "one record" : "terms that are all alike") +
        ", which leaves the variance of its estimate unknown; the balanced estimator needs none");
  }
  stratum.mean = mean;
  stratum.inverse_variance = static_cast<double>(stratum.values.size()) / (deviation * deviation);
  return stratum;
}

}  // namespace

LoggerMixture::LoggerMixture(const std::string& evaluator, const Log& log)
    : evaluator_(evaluator), log_(log) {
  require_loggers(evaluator, log);
  if (!log.has_propensities()) estimation::refuse_without_propensities(evaluator);
  for (const std::size_t records : records_by_logger(log)) {
    const std::string& name = log.logger_names[policies_.size()];
    policies_.push_back(records == 0 ? nullptr : &given_columns(evaluator, log, name));
    shares_.push_back(static_cast<double>(records) / static_cast<double>(log.size()));
  }
}

double LoggerMixture::propensity(std::size_t i) const {
  const TargetPolicy& own = *policies_[log_.loggers[i]];
  if (!has_propensity(log_, i, own.logged[i])) {
    refuse_propensity(evaluator_, log_, i, own.logged[i],
                      "the columns of its logger \"" + own.name + "\" say");
  }
  double mixture = 0;
  for (std::size_t k = 0; k < policies_.size(); ++k) {
    // The own part is the log's: columns written with six digits may say 0.
    if (k == log_.loggers[i]) {
      mixture += shares_[k] * log_.propensities[i];
    } else if (policies_[k]) {
      mixture += shares_[k] * policies_[k]->logged[i];
    }
  }
  return mixture;
}

void weigh_by_divergence(const std::string& evaluator, const Log& log, std::vector<Term>& terms) {
  require_loggers(evaluator, log);
  std::vector<std::vector<double>> values(log.logger_names.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    values[log.loggers[i]].push_back(terms[i].base + terms[i].weight * terms[i].outcome);
  }
  std::vector<Stratum> strata;
  double total = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    strata.push_back(stratum_of(evaluator, log.logger_names[k], std::move(values[k])));
    total += strata.back().inverse_variance;
  }
  double estimate = 0;
  for (const Stratum& stratum : strata) {
    estimate += stratum.inverse_variance / total * stratum.mean;
  }
  const double n = static_cast<double>(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Stratum& stratum = strata[log.loggers[i]];
    Term& term = terms[i];
    const double records = static_cast<double>(stratum.values.size());
    const double factor = stratum.inverse_variance / total * n / records;
    // The variance of a mean of n terms divides by n - 1, that of this logger's by its own records.
    const double spread = factor * std::sqrt((n - 1) * records / (n * (records - 1)));
    const double value =
        estimate + spread * (term.base + term.weight * term.outcome - stratum.mean);
    term.weight *= factor;
    term.base = value - term.weight * term.outcome;
  }
}

}  // namespace replaybench::offpolicy

#include "suite/offpolicy/propensity_model.hpp"

#include <algorithm>

#include "suite/component/registry.hpp"
#include "suite/model/stop.hpp"
#include "suite/offpolicy/folds.hpp"
#include "suite/offpolicy/softmax_regression.hpp"

namespace replaybench::offpolicy {

namespace {

constexpr std::size_t max_coefficients = std::size_t{1} << 22;

double kept_off_zero(double probability) {
  return std::clamp(probability, min_estimated_propensity, 1.0);
}

std::size_t features_of(const Log& log, const PropensityOptions& options) {
  return log.dimension - (options.last_is_constant && log.dimension > 0 ? 1 : 0);
}

std::size_t loggers_of(const Log& log) { return log.has_loggers() ? log.logger_names.size() : 1; }
std::size_t logger_of(const Log& log, std::size_t i) {
  return log.has_loggers() ? log.loggers[i] : 0;
}

// Counts of the training records of a cell, which are the records of a logger in a fold: all of that logger less the
// cell's own, or all if there is no other fold. The cell of a record is logger * folds + fold.
class CellCounts {
 public:
  CellCounts(const Log& log, std::span<const std::size_t> cells, std::uint64_t folds)
      : actions_(log.action_count),
        folds_(folds),
        shown_(loggers_of(log) * folds * actions_),
        offered_(shown_.size()) {
    for (std::size_t i = 0; i < log.size(); ++i) {
      ++shown_[cells[i] * actions_ + log.actions[i]];
      const ActionSet pool = log.available(i);
      for (Action j = 0; j < pool.size(); ++j) ++offered_[cells[i] * actions_ + pool[j]];
    }
  }
  std::size_t count() const { return shown_.size() / actions_; }
  double share(std::size_t cell, Action action) const {
    const double offered = training(offered_, cell, action);
    const double shown = training(shown_, cell, action);
    if (shown > 0) return shown / offered;
    // Logged in this fold alone: rarer than once in the others, but not impossible.
    return shown_[cell * actions_ + action] > 0 ? 1 / (offered + 1) : 0;
  }

 private:
  double training(const std::vector<double>& counts, std::size_t cell, Action action) const {
    if (folds_ == 1) return counts[cell * actions_ + action];
    const std::size_t first = cell - cell % folds_;
    double sum = 0;
    for (std::size_t other = first; other < first + folds_; ++other) {
      if (other != cell) sum += counts[other * actions_ + action];
    }
    return sum;
  }

  std::size_t actions_;
  std::uint64_t folds_;
  std::vector<double> shown_, offered_;
};

std::vector<double> by_frequency(const Log& log, std::span<const std::uint32_t> fold,
                                 std::uint64_t folds) {
  std::vector<std::size_t> cells(log.size());
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = logger_of(log, i) * folds + fold[i];
  const CellCounts counts(log, cells, folds);
  std::vector<double> shares(counts.count() * log.action_count), result;
  for (std::size_t cell = 0; cell < counts.count(); ++cell) {
    for (Action a = 0; a < log.action_count; ++a) {
      shares[cell * log.action_count + a] = counts.share(cell, a);
    }
  }
  result.reserve(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    const double* share = shares.data() + cells[i] * log.action_count;
    const ActionSet pool = log.available(i);
    double sum = 0;
    for (Action j = 0; j < pool.size(); ++j) sum += share[pool[j]];
    result.push_back(kept_off_zero(sum > 0 ? share[log.actions[i]] / sum : 0));
  }
  return result;
}

std::vector<double> by_regression(const std::string& owner, const Log& log,
                                  const PropensityOptions& options,
                                  std::span<const std::uint32_t> fold) {
  SoftmaxRegression model(log, options.l2, features_of(log, options));
  std::vector<double> result(log.size());
  std::vector<std::uint8_t> training(log.size());
  for (std::size_t cell = 0; cell < loggers_of(log) * options.folds; ++cell) {
    const std::size_t logger = cell / options.folds, f = cell % options.folds;
    for (std::size_t i = 0; i < log.size(); ++i) {
      training[i] = logger_of(log, i) == logger && (options.folds == 1 || fold[i] != f);
    }
    if (!model.fit(training)) {
      throw NotApplicable(owner +
                          ": the logistic model of the propensities does not converge; leave out "
                          "features, or estimate propensities by frequency");
    }
    for (std::size_t i = 0; i < log.size(); ++i) {
      stop_point(i);
      if (logger_of(log, i) == logger && fold[i] == f) {
        result[i] = kept_off_zero(model.probability_of_logged(i));
      }
    }
  }
  return result;
}

}  // namespace

std::vector<double> estimated_propensities(const std::string& owner, const Log& log,
                                           const PropensityOptions& options, StreamKey folds) {
  if (log.size() == 0) throw NotApplicable(owner + ": the log is empty");
  const auto fold = folds_of(owner, log, options.folds, folds);
  if (options.kind == PropensityKind::frequency) return by_frequency(log, fold, options.folds);
  const std::size_t features = features_of(log, options);
  if (features == 0) {
    throw NotApplicable(owner +
                        ": a logistic model of the propensities needs features; those by "
                        "frequency need none");
  }
  if ((features + 1) * log.action_count > max_coefficients) {
    throw NotApplicable(owner + ": a logistic model of " + std::to_string(features) +
                        " features and " + std::to_string(log.action_count) +
                        " actions is too large; estimate propensities by frequency");
  }
  return by_regression(owner, log, options, fold);
}

}  // namespace replaybench::offpolicy

#include "suite/rehearsal/twin_checks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "suite/evaluate/estimate_errors.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/offpolicy/terms.hpp"
#include "suite/statistics/student_t.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::rehearsal {

namespace {

constexpr double level = 0.01;
constexpr std::size_t min_group = 20;

double bound_of(std::size_t tests) {
  return numeric::normal_quantile(1 -
                                  level / 2 / static_cast<double>(std::max<std::size_t>(tests, 1)));
}

// The mean of some rewards and of their predictions.
struct Fit {
  double reward = 0, predicted = 0, z = 0;
};
Fit fit_of(std::span<const std::uint32_t> records, const Log& log, std::span<const double> fitted) {
  const double n = static_cast<double>(records.size());
  const bool binary = log.reward_range() == RewardRange::binary;
  Fit fit;
  double chance = 0;
  for (const std::uint32_t i : records) {
    fit.reward += log.rewards[i] / n;
    fit.predicted += fitted[i] / n;
    chance += fitted[i] * (1 - fitted[i]);
  }
  double squares = 0;
  for (const std::uint32_t i : records) {
    const double error = log.rewards[i] - fitted[i] - (fit.reward - fit.predicted);
    squares += error * error;
  }
  const double variance = binary ? chance : squares * n / (n - 1);
  fit.z = variance > 0 ? n * (fit.reward - fit.predicted) / std::sqrt(variance) : 0;
  return fit;
}

std::string name_of(const Log& log, Action action) {
  return log.action_names.empty() ? std::to_string(action) : quoted_text(log.action_names[action]);
}

void check_actions(const RehearsedLog& of, std::span<const double> fitted, TwinKind& kind) {
  const Log& log = *of.log;
  std::vector<std::vector<std::uint32_t>> records(log.action_count);
  for (std::uint32_t i = 0; i < log.size(); ++i) records[log.actions[i]].push_back(i);
  const auto tested = std::count_if(records.begin(), records.end(),
                                    [](const auto& some) { return some.size() >= min_group; });
  const double bound = bound_of(static_cast<std::size_t>(tested));
  Fit worst;
  Action at = 0;
  for (Action a = 0; a < log.action_count; ++a) {
    if (records[a].size() < min_group) continue;
    const Fit fit = fit_of(records[a], log, fitted);
    if (std::fabs(fit.z) <= std::fabs(worst.z)) continue;
    worst = fit;
    at = a;
  }
  if (std::fabs(worst.z) <= bound) return;
  kind.misfits.push_back(fmt::format(
      "the mean reward of action {} is {:.4g} on the log and {:.4g} by the model ({:.1f} "
      "standard errors)",
      name_of(log, at), worst.reward, worst.predicted, std::fabs(worst.z)));
}

void check_calibration(const RehearsedLog& of, std::span<const double> fitted, TwinKind& kind) {
  constexpr std::size_t groups = 10;
  const Log& log = *of.log;
  std::vector<std::uint32_t> order(log.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return fitted[a] < fitted[b]; });
  const double bound = bound_of(groups);
  Fit worst;
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t first = order.size() * g / groups, end = order.size() * (g + 1) / groups;
    if (end - first < min_group) continue;
    const Fit fit = fit_of(std::span(order).subspan(first, end - first), log, fitted);
    if (std::fabs(fit.z) > std::fabs(worst.z)) worst = fit;
  }
  if (std::fabs(worst.z) <= bound) return;
  kind.misfits.push_back(fmt::format(
      "where the model predicts {:.4g} the mean reward is {:.4g} ({:.1f} standard errors)",
      worst.predicted, worst.reward, std::fabs(worst.z)));
}

}  // namespace

WeightLaw weight_law(const Log& log, std::size_t policy, double unsupported) {
  std::vector<double> weights(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    weights[i] = log.targets[policy].logged[i] / log.propensities[i];
  }
  WeightDiagnostics found = diagnostics_of(offpolicy::summarise_weights(weights));
  found.expect(unsupported);
  return {found.mean, found.z, found.effective, found.expected};
}

TwinKind checked_kind(const RehearsedLog& of, const TwinModel& model) {
  const Log& log = *of.log;
  TwinKind kind{.name = model.name, .model_class = model.model_class};
  if (!model.tilt.converged) {
    kind.misfits.push_back("no tilt of the model shows the log's weighted mean");
    return kind;
  }
  const std::size_t policies = of.policies.size();
  std::vector<double> columns(policies), fitted(log.size());
  std::vector<std::vector<double>> residuals(policies);
  double left = 0, all = 0;
  const double mean = offpolicy::mean_and_deviation(log.rewards).mean;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const double predicted = model.predictions[i * log.action_count + log.actions[i]];
    tilt_columns(of, i, log.actions[i], columns);
    fitted[i] = model.tilt.apply(predicted, columns, model.tilt.coefficients);
    for (std::size_t j = 0; j < policies; ++j) {
      residuals[j].push_back(log.targets[j].logged[i] / log.propensities[i] *
                             (log.rewards[i] - predicted));
    }
    left += (log.rewards[i] - predicted) * (log.rewards[i] - predicted);
    all += (log.rewards[i] - mean) * (log.rewards[i] - mean);
  }
  kind.explained = 1 - left / all;
  const double root = std::sqrt(static_cast<double>(log.size()));
  for (std::size_t j = 0; j < policies; ++j) {
    const auto [residual, deviation] = offpolicy::mean_and_deviation(residuals[j]);
    kind.residual_z.push_back(deviation > 0 ? residual / deviation * root : 0);
    kind.tilt.push_back(model.tilt.coefficients[j + 1]);
    kind.tilt_error.push_back(std::sqrt(model.tilt.covariance[(j + 1) * (policies + 2)]));
  }
  check_actions(of, fitted, kind);
  check_calibration(of, fitted, kind);
  return kind;
}

std::string misfit_of_weights(const std::string& policy, const WeightLaw& log,
                              std::span<const WeightLaw> twins) {
  constexpr double tolerance = 0.1;
  std::vector<double> values;
  for (const WeightLaw& twin : twins) values.push_back(twin.effective);
  std::sort(values.begin(), values.end());
  const std::size_t cut = values.size() / 200;
  const double low = values[cut], high = values[values.size() - 1 - cut];
  if (log.effective >= (1 - tolerance) * low && log.effective <= (1 + tolerance) * high) return "";
  return fmt::format(
      "the effective sample size of {} is {:.0f} on the log and between {:.0f} and {:.0f} on twins",
      quoted_text(policy), log.effective, low, high);
}

std::string misfit_of_differences(std::span<const std::string> names,
                                  std::span<const double> on_log,
                                  std::span<const std::vector<TwinEstimate>> on_twins,
                                  std::size_t validator) {
  constexpr double least = 0.25;  // of the validator's deviation
  const double matters = least * errors_of(on_twins[validator]).deviation;
  const std::size_t twins = on_twins[validator].size();
  const double n = static_cast<double>(twins);
  double worst = 0;
  std::size_t at = 0;
  double seen = 0, expected = 0;
  for (std::size_t m = 0; m < names.size(); ++m) {
    if (m == validator || !std::isfinite(on_log[m])) continue;
    std::vector<double> differences;
    for (std::size_t r = 0; r < twins; ++r) {
      differences.push_back(on_twins[m][r].estimate - on_twins[validator][r].estimate);
    }
    const auto [mean, deviation] = offpolicy::mean_and_deviation(differences);
    const double difference = on_log[m] - on_log[validator];
    if (!(std::fabs(difference - mean) > matters)) continue;
    const double t = std::fabs(difference - mean) / (deviation * std::sqrt(1 + 1 / n));
    if (t <= worst) continue;
    worst = t;
    at = m;
    seen = difference;
    expected = mean;
  }
  const double tests = static_cast<double>(std::max<std::size_t>(names.size() - 1, 1));
  if (worst <= statistics::student_t_quantile(1 - level / 2 / tests, n - 1)) return "";
  return fmt::format(
      "{} less {} is {:.4g} on the log and {:.4g} on twins ({:.1f} standard deviations)", names[at],
      names[validator], seen, expected, worst);
}

}  // namespace replaybench::rehearsal

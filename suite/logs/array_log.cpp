#include "suite/logs/array_log.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "suite/format/npz.hpp"
#include "suite/log/probability_value.hpp"
#include "suite/model/sparse_contexts.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/option.hpp"

namespace replaybench {

namespace {

class LogMaker {
 public:
  LogMaker(const LogArrays& arrays, const std::string& name) : arrays_(arrays), name_(name) {}

  Log make() && {
    if (arrays_.action.empty()) fail("has no record");
    length("reward", arrays_.reward.size(), 1);
    if (!arrays_.propensity.empty()) length("propensity", arrays_.propensity.size(), 1);
    length("context", arrays_.context.size(), arrays_.features);
    add_actions();
    add_contexts();
    log_.rewards.assign(arrays_.reward.begin(), arrays_.reward.end());
    log_.propensities.resize(arrays_.propensity.size());
    std::transform(arrays_.propensity.begin(), arrays_.propensity.end(), log_.propensities.begin(),
                   without_roundoff);
    return std::move(log_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw DataError(name_ + ": " + what); }

  void length(const char* column, std::size_t size, std::size_t width) const {
    if (size == arrays_.action.size() * width) return;
    fail(fmt::format("{} has {} values; with {} actions it must have {}", column, size,
                     arrays_.action.size(), arrays_.action.size() * width));
  }

  // The numbers that the log shows, in their order.
  std::vector<std::int64_t> shown_actions() const {
    std::vector<std::int64_t> shown(arrays_.action.begin(), arrays_.action.end());
    std::sort(shown.begin(), shown.end());
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
    return shown;
  }

  void add_actions() {
    log_.actions.reserve(arrays_.action.size());
    if (arrays_.action_count) {
      number_up_to(*arrays_.action_count);
      return;
    }
    const auto [least, most] = std::minmax_element(arrays_.action.begin(), arrays_.action.end());
    if (*least < 0) fail(fmt::format("action {} is negative", *least));
    const std::vector<std::int64_t> shown = shown_actions();
    for (const std::int64_t action : shown) log_.action_names.push_back(std::to_string(action));
    log_.action_count = static_cast<Action>(shown.size());
    if (*most == static_cast<std::int64_t>(shown.size()) - 1) {
      for (const std::int64_t action : arrays_.action) {
        log_.actions.push_back(static_cast<Action>(action));
      }
      return;
    }
    for (const std::int64_t action : arrays_.action) {
      const auto at = std::lower_bound(shown.begin(), shown.end(), action);
      log_.actions.push_back(static_cast<Action>(at - shown.begin()));
    }
  }

  void number_up_to(std::int64_t count) {
    if (count < 1 || count > static_cast<std::int64_t>(max_given_actions)) {
      fail(fmt::format("n_actions is {}; allowed: 1 to {}", count, max_given_actions));
    }
    log_.action_count = static_cast<Action>(count);
    for (std::int64_t i = 0; i < count; ++i) log_.action_names.push_back(std::to_string(i));
    for (std::size_t i = 0; i < arrays_.action.size(); ++i) {
      const std::int64_t action = arrays_.action[i];
      if (action < 0 || action >= count) {
        fail(fmt::format("record {}: action {}; allowed: 0 to {}; {} names other numbers", i,
                         action, count - 1, option("actions")));
      }
      log_.actions.push_back(static_cast<Action>(action));
    }
  }

  void add_contexts() {
    const std::size_t features = arrays_.features;
    log_.dimension = features + (arrays_.intercept ? 1 : 0);
    for (std::size_t j = 0; j < features; ++j) log_.feature_names.push_back(fmt::format("x_{}", j));
    if (arrays_.intercept) log_.feature_names.emplace_back("intercept");
    log_.contexts.reserve(arrays_.action.size() * log_.dimension);
    for (std::size_t i = 0; i < arrays_.action.size(); ++i) {
      const auto row = arrays_.context.subspan(i * features, features);
      for (std::size_t j = 0; j < features; ++j) {
        if (std::isfinite(row[j])) continue;
        fail(fmt::format("record {}: feature {} is {}, not a finite number", i, j,
                         numeric::to_decimal(row[j])));
      }
      log_.contexts.insert(log_.contexts.end(), row.begin(), row.end());
      if (arrays_.intercept) log_.contexts.push_back(1);
    }
    list_sparse_contexts(log_);
  }

  const LogArrays& arrays_;
  const std::string& name_;
  Log log_;
};

void require_width(const NamedRows& rows, std::size_t width, const Log& log,
                   const std::string& name) {
  if (rows.width == width && rows.values.size() == log.size() * width) return;  // not K x n
  throw DataError(fmt::format("{}: \"{}\" has the shape ({}, {}); {} records need ({}, {})", name,
                              rows.name, rows.values.size() / std::max<std::size_t>(1, rows.width),
                              rows.width, log.size(), log.size(), width));
}

void add_policy(Log& log, const NamedRows& rows, const std::string& name) {
  TargetPolicy target{rows.name, {}, {}};
  std::vector<double> values(rows.values.size());
  std::transform(rows.values.begin(), rows.values.end(), values.begin(), without_roundoff);
  if (rows.width == 1 && log.action_count != 1) {
    require_width(rows, 1, log, name);
    target.logged = std::move(values);
  } else {
    require_width(rows, log.action_count, log, name);
    for (std::size_t i = 0; i < log.size(); ++i) {
      target.logged.push_back(values[i * log.action_count + log.actions[i]]);
    }
    target.all = std::move(values);
  }
  log.targets.push_back(std::move(target));
}

// Actions that the log never shows: its own policies never take them.
void add_actions(Log& log, const std::vector<std::string>& names, const std::string& name) {
  if (names.empty()) return;
  if (!log.predictions.empty()) {
    throw DataError(fmt::format("{}: its predictions \"{}\" say nothing of action \"{}\"", name,
                                log.predictions.front().name, names.front()));
  }
  const std::size_t before = log.action_count;
  log.action_count += static_cast<Action>(names.size());
  log.action_names.insert(log.action_names.end(), names.begin(), names.end());
  for (TargetPolicy& target : log.targets) {
    if (target.all.empty()) continue;
    std::vector<double> all(log.size() * log.action_count);
    for (std::size_t i = 0; i < log.size(); ++i) {
      std::copy_n(target.all.data() + i * before, before, all.data() + i * log.action_count);
    }
    target.all = std::move(all);
  }
}

std::shared_ptr<const Log> checked(Log log, const std::vector<NamedRows>& policies,
                                   const std::vector<NamedRows>& predictions,
                                   const std::string& name) {
  for (const NamedRows& rows : policies) add_policy(log, rows, name);
  for (const NamedRows& rows : predictions) {
    require_width(rows, log.action_count, log, name);
    log.predictions.push_back({rows.name, {rows.values.begin(), rows.values.end()}});
  }
  try {
    log.check();
  } catch (const std::logic_error& error) {
    throw DataError(name + ": " + error.what());
  }
  return std::make_shared<const Log>(std::move(log));
}

}  // namespace

InputLog log_from_arrays(const LogArrays& arrays, const std::string& name) {
  InputLog input;
  input.name = name;
  input.lines = input.records = arrays.action.size();
  input.has_intercept = arrays.intercept;
  input.log = checked(LogMaker(arrays, name).make(), arrays.policies, arrays.predictions, name);
  return input;
}

InputLog with_given(const InputLog& input, const std::vector<std::string>& new_actions,
                    const std::vector<NamedRows>& policies,
                    const std::vector<NamedRows>& predictions, const std::string& name) {
  if (const LogKind kind = input.log->kind(); kind != LogKind::actions) {
    throw DataError(fmt::format("{}: policies of a log of {} are columns of it, not arrays", name,
                                log_kind_names[kind]));
  }
  InputLog with = input;
  Log log = *input.log;
  add_actions(log, new_actions, name);
  with.log = checked(std::move(log), policies, predictions, name);
  return with;
}

}  // namespace replaybench

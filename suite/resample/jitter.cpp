#include "suite/resample/jitter.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "suite/numeric/moments.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench {

namespace {

// Statistics of a column of the log.
struct Column {
  numeric::Moments moments;
  double first = 0;
  double second = 0;
  int values = 0;            // distinct: 1, 2, or 3 for more
  std::uint32_t firsts = 0;  // how often `first` stands in it

  void see(double x) {
    moments.add(x);
    firsts += values == 0 || x == first;
    if (values == 0) {
      first = x;
      values = 1;
    } else if (values == 1 && x != first) {
      second = x;
      values = 2;
    } else if (values == 2 && x != first && x != second) {
      values = 3;
    }
  }
};

std::vector<Column> columns_of(const Log& log) {
  std::vector<Column> columns(log.dimension);
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Context context = contexts[i];
    for (std::size_t j = 0; j < log.dimension; ++j) columns[j].see(context[j]);
  }
  return columns;
}

void require_known(const std::vector<std::size_t>& features, std::size_t dimension) {
  for (const std::size_t feature : features) {
    if (feature >= dimension) {
      throw std::invalid_argument("jitter: there is no feature " + std::to_string(feature) +
                                  "; the contexts have " + std::to_string(dimension) +
                                  " (numbered from 0)");
    }
  }
}

bool has(const std::vector<std::size_t>& features, std::size_t j) {
  return std::find(features.begin(), features.end(), j) != features.end();
}

}  // namespace

Jitter::Jitter(const Log& log, const JitterOptions& options, StreamKey key) : log_(log) {
  set_key(key);
  require_known(options.features, log.dimension);
  require_known(options.switched, log.dimension);
  const auto columns = columns_of(log);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Column& column = columns[j];
    if (column.values < 2 || (!options.features.empty() && !has(options.features, j))) continue;
    const bool switches =
        options.kind == JitterKind::switches ||
        (options.kind == JitterKind::mixed && (column.values == 2 || has(options.switched, j)));
    if (switches) {
      switched_.push_back(static_cast<std::uint32_t>(j));
      pairs_.push_back({{column.first, column.second}, column.values == 2 ? column.firsts : 0});
    } else {
      gaussian_.push_back(static_cast<std::uint32_t>(j));
      units_.push_back(options.scaled ? std::sqrt(column.moments.variance()) : 1);
    }
  }
  if (gaussian_.empty() && switched_.empty()) {
    throw std::invalid_argument("jitter: no feature of this log varies among those to be jittered");
  }
  set_bandwidth(options.bandwidth);
  normals_.resize(gaussian_.size());
  values_.resize(log.dimension);
  if (log.is_sparse() && gaussian_.empty()) active_.resize(log.dimension);
}

void Jitter::set_bandwidth(double bandwidth) {
  if (!(bandwidth >= 0) || !std::isfinite(bandwidth)) {
    throw std::invalid_argument("jitter: the bandwidth must be a number from 0 on");
  }
  scales_.clear();
  for (const double unit : units_) scales_.push_back(bandwidth * unit);
  switch_probability_ = std::min(bandwidth, 1.0);
  if (switch_probability_ > 0) switch_gaps_ = GeometricGaps(switch_probability_);
}

// From one switched feature to the next by the geometric distribution: a small bandwidth switches
// few of many features.
void Jitter::apply_switches(std::uint64_t slot) {
  if (switch_probability_ == 0) return;
  WordStream words(switch_key_, slot);
  const auto records = static_cast<std::uint32_t>(log_.size());
  double place = 0;
  while (true) {
    if (switch_probability_ < 1) place += switch_gaps_.of(words.uniform());
    if (place >= static_cast<double>(switched_.size())) return;
    const auto at = static_cast<std::size_t>(place);
    const std::uint32_t drawn = words.below(records);
    // If there are only two values, no look into the log is needed: a far record's
    // feature would cost a miss of the cache, and most of the time of a pass over a large log.
    const TwoValues& pair = pairs_[at];
    values_[switched_[at]] =
        pair.firsts == 0 ? log_.feature(drawn, switched_[at]) : pair.values[drawn >= pair.firsts];
    ++place;
  }
}

Context Jitter::apply(std::uint64_t slot, const Context& context) {
  const double* x = context.values().data();
  if (!gaussian_.empty()) fill_normals(key_, slot, normals_);
  // Most often all but the constant feature, which is the last, are Gaussian.
  const std::size_t leading =
      !gaussian_.empty() && gaussian_.back() + 1 == gaussian_.size() ? gaussian_.size() : 0;
  for (std::size_t j = 0; j < leading; ++j) values_[j] = x[j] + scales_[j] * normals_[j];
  std::copy_n(x + leading, values_.size() - leading, values_.data() + leading);
  for (std::size_t i = leading; i < gaussian_.size(); ++i) {
    values_[gaussian_[i]] += scales_[i] * normals_[i];
  }
  if (!switched_.empty()) apply_switches(slot);
  Context noisy(values_, context.hidden());
  if (context.is_sparse() && gaussian_.empty()) {
    std::size_t active = 0;
    for (std::uint32_t j = 0; j < values_.size(); ++j) {
      active_[active] = j;  // no branch: it would be unpredictable
      active += values_[j] != 0;
    }
    noisy = Context::sparse(values_, std::span(active_).first(active), context.hidden());
  }
  noisy.take_action_features(context);
  return noisy;
}

}  // namespace replaybench

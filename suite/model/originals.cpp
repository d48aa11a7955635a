#include "suite/model/originals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace replaybench {

Originals::Originals(const Log& log) : log_(log) {
  if (!log.has_copies()) return;
  members_.resize(log.size());
  std::iota(members_.begin(), members_.end(), 0);
  std::stable_sort(members_.begin(), members_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return log.originals[a] < log.originals[b];
  });
  group_.resize(log.size());
  for (std::size_t m = 0; m < members_.size(); ++m) {
    if (m == 0 || log.originals[members_[m]] != log.originals[members_[m - 1]]) first_.push_back(m);
    group_[members_[m]] = static_cast<std::uint32_t>(first_.size() - 1);
  }
  first_.push_back(members_.size());
}

LogCut::LogCut(const Log& log, double share) : log_(log) {
  const Originals originals(log);
  cut_ = static_cast<std::size_t>(std::floor(share * static_cast<double>(originals.count())));
  if (!log.has_copies()) return;
  for (std::uint32_t i = 0; i < log.size(); ++i) {
    (originals.group_of(i) < cut_ ? first_ : rest_).push_back(i);
  }
}

Log LogCut::first_log(std::size_t most) const {
  if (!log_.has_copies()) return log_.first_records(std::min(most, cut_));
  return log_.select(std::span(first_).first(std::min(most, first_.size())));
}

Log LogCut::rest_log() const {
  if (!log_.has_copies()) return log_.range(cut_, log_.size() - cut_);
  return log_.select(rest_);
}

}  // namespace replaybench

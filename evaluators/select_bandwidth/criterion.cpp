#include "evaluators/select_bandwidth/criterion.hpp"

#include <cmath>

namespace replaybench::evaluators::select_bandwidth {

namespace {

// The number of candidates that the repeats do not distinguish from the best; `sign[c]` times the
// mean is to be maximised.
std::size_t count_similar(const CriterionTable& table, std::size_t best,
                          std::span<const double> sign) {
  std::size_t similar = 0;
  for (std::size_t c = 0; c < table.candidates(); ++c) {
    if (c == best) continue;
    const auto gap = table.combination(sign[best], best, -sign[c], c);
    similar += gap.mean <= 2 * gap.standard_error();
  }
  return similar;
}

bool is_edge(std::span<const double> candidates, std::size_t c) {
  return candidates.size() > 1 && (c + 1 == candidates.size() || (c == 0 && candidates[0] > 0));
}

}  // namespace

numeric::Moments CriterionTable::combination(double factor, std::size_t candidate,
                                             double other_factor, std::size_t other) const {
  numeric::Moments moments;
  for (std::size_t r = 0; r < repeats_; ++r) {
    moments.add(factor * values_[candidate * repeats_ + r] +
                other_factor * values_[other * repeats_ + r]);
  }
  return moments;
}

Choice choose_crossing(std::span<const double> candidates, const CriterionTable& table) {
  std::vector<double> mean;
  std::vector<double> sign;
  std::size_t best = 0;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    mean.push_back(table.of(c).mean);
    sign.push_back(mean[c] > 0 ? -1 : 1);
    if (std::fabs(mean[c]) < std::fabs(mean[best])) best = c;
  }
  Choice choice{.constant = candidates[best], .nearest = best};
  choice.similar = count_similar(table, best, sign);
  std::size_t neighbour = best;
  for (const std::size_t c : {best - 1, best + 1}) {  // best - 1 wraps beyond the end
    if (c >= candidates.size() || sign[c] == sign[best]) continue;
    if (neighbour == best || std::fabs(mean[c]) < std::fabs(mean[neighbour])) neighbour = c;
  }
  if (neighbour == best) {
    choice.at_edge = is_edge(candidates, best);
    return choice;
  }
  const double slope = (mean[neighbour] - mean[best]) / (candidates[neighbour] - candidates[best]);
  choice.constant = candidates[best] - mean[best] / slope;
  choice.constant_error = table.of(best).standard_error() / std::fabs(slope);
  return choice;
}

Choice choose_largest(std::span<const double> candidates, const CriterionTable& table) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < candidates.size(); ++c) {
    if (table.of(c).mean > table.of(best).mean) best = c;
  }
  return {.constant = candidates[best],
          .nearest = best,
          .similar = count_similar(table, best, std::vector<double>(candidates.size(), 1)),
          .at_edge = is_edge(candidates, best)};
}

}  // namespace replaybench::evaluators::select_bandwidth

#include "suite/offpolicy/block_sums.hpp"

#include <algorithm>

#include "suite/numeric/number_bytes.hpp"

namespace replaybench::offpolicy {

void BlockSums::merge(const BlockSums& other) {
  terms.merge(other.terms);
  importance.merge(other.importance);
  largest.merge(other.largest);
  least_exponent = std::min(least_exponent, other.least_exponent);
  largest_exponent = std::max(largest_exponent, other.largest_exponent);
  least_reward = std::min(least_reward, other.least_reward);
  unit_rewards &= other.unit_rewards;
  rewarded += other.rewarded;
  has_all &= other.has_all;
  for (const auto& [action, sum] : other.not_shown) not_shown[action].merge(sum);
}

void BlockSums::write(std::string& out) const {
  terms.write(out);
  importance.write(out);
  largest.write(out);
  numeric::write_double(least_reward, out);
  numeric::write_number(rewarded, out);
  numeric::write_number(unit_rewards ? 1 : 0, out);
  numeric::write_number(has_all ? 1 : 0, out);
  numeric::write_number(not_shown.size(), out);
  for (const auto& [action, sum] : not_shown) {
    numeric::write_text(action, out);
    sum.write(out);
  }
}

BlockSums BlockSums::read(std::string_view& bytes) {
  BlockSums sums({}, {});
  sums.terms = terms::TermSums::read(bytes);
  sums.importance = terms::TermSums::read(bytes);
  sums.largest = statistics::LargestTerms::read(bytes);
  sums.least_reward = numeric::read_double(bytes);
  sums.rewarded = numeric::read_number(bytes);
  sums.unit_rewards = numeric::read_number(bytes) != 0;
  sums.has_all = numeric::read_number(bytes) != 0;
  for (std::uint64_t left = numeric::read_number(bytes); left > 0; --left) {
    const std::string action(numeric::read_text(bytes));
    sums.not_shown[action] = numeric::ExactSum::read(bytes);
  }
  return sums;
}

}  // namespace replaybench::offpolicy

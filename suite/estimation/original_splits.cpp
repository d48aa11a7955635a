#include "suite/estimation/original_splits.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace replaybench::estimation {

EntangledSplit OriginalSplits::split(std::span<const std::uint32_t> records, std::size_t tests,
                                     StreamKey key) const {
  if (!log_.has_copies()) return EntangledSplit(records, tests, key);
  std::vector<std::uint32_t> copies(originals_.count());  // among `records`
  for (const std::uint32_t record : records) ++copies[originals_.group_of(record)];
  std::vector<std::uint32_t> candidates, others;
  for (const std::uint32_t record : records) {
    const auto all = originals_.copies_of(record);
    if (copies[originals_.group_of(record)] < all.size()) {
      others.push_back(record);
    } else if (record == all.front()) {
      candidates.push_back(record);
    }
  }
  const double share = static_cast<double>(tests) / static_cast<double>(records.size());
  auto count =
      static_cast<std::size_t>(std::floor(share * static_cast<double>(candidates.size()) + 0.5));
  if (tests > 0) count = std::max<std::size_t>(count, 1);
  const std::size_t most = candidates.size() - (others.empty() && !candidates.empty() ? 1 : 0);
  EntangledSplit split(candidates, std::min(count, most), key);
  for (const std::uint32_t record : split.training) {
    const auto all = originals_.copies_of(record);
    others.insert(others.end(), all.begin(), all.end());
  }
  split.training = std::move(others);
  return split;
}

}  // namespace replaybench::estimation

#pragma once
// Repeated texts, such as the identifiers of a log's events: found by 64 bits of each.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace replaybench {

/// A hash of a text, never 0. Two of n different texts have the same one with a probability of about
/// n^2 / 2^65: 3e-8 for a million. O(length).
std::uint64_t text_fingerprint(std::string_view text);

/// Fingerprints that came before.
struct RepeatedTexts {
  std::size_t count = 0;
  std::size_t first = 0;    ///< the place of the first one, if there is one
  std::size_t earlier = 0;  ///< the place where that came before
};

/// 0 stands for no text. Expected O(n); 11 to 22 bytes per fingerprint, which are given back.
RepeatedTexts find_repeated(std::span<const std::uint64_t> fingerprints);

}  // namespace replaybench

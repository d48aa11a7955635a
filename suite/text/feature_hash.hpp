#pragma once
// Feature hashing: a bucket for a text (Weinberger et al., "Feature hashing for large scale multitask
// learning", ICML 2009, without its signs).

#include <cstdint>
#include <string_view>

namespace replaybench {

/// FNV-1a of the bytes of `text`, 64 bits, modulo `buckets` (at least 1): the same in every log,
/// build and machine. O(length).
inline std::uint32_t hash_bucket(std::string_view text, std::uint32_t buckets) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return static_cast<std::uint32_t>(hash % buckets);
}

}  // namespace replaybench

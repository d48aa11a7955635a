#include "suite/format/repeated_texts.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace replaybench {

namespace {

__extension__ typedef unsigned __int128 Product;

// Both halves of a product: each bit depends on all bits of both factors.
std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t word_at(const char* from, std::size_t bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

}  // namespace

std::uint64_t text_fingerprint(std::string_view text) {
  // Odd constants with as many ones as zeros, of SplitMix64 and xxHash.
  constexpr std::uint64_t a = 0x9e3779b97f4a7c15u;
  constexpr std::uint64_t b = 0xbf58476d1ce4e5b9u;
  constexpr std::uint64_t c = 0x94d049bb133111ebu;
  std::uint64_t hash = folded_product(text.size() ^ a, b);
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 16; at += 16, left -= 16) {
    hash = folded_product(word_at(at, 8) ^ hash ^ b, word_at(at + 8, 8) ^ hash ^ c);
  }
  // The rest of long texts whose bytes overlap those already taken: two loads of a fixed size.
  if (text.size() >= 16) {
    at = text.data() + text.size() - 16;
    hash = folded_product(word_at(at, 8) ^ hash ^ b, word_at(at + 8, 8) ^ hash ^ c);
  } else {
    const std::size_t first = std::min<std::size_t>(left, 8);
    hash =
        folded_product(word_at(at, first) ^ hash ^ b, word_at(at + first, left - first) ^ hash ^ c);
  }
  hash = folded_product(hash ^ a, c);
  return hash == 0 ? 1 : hash;
}

RepeatedTexts find_repeated(std::span<const std::uint64_t> fingerprints) {
  RepeatedTexts repeated;
  if (fingerprints.empty()) return repeated;
  // A set with linear probing, at most 3/4 full, in which 0 is a free place. The places that the next
  // ones need are fetched ahead: else each would wait for the memory.
  constexpr std::size_t ahead = 16;
  std::vector<std::uint64_t> set(std::bit_ceil(fingerprints.size() + fingerprints.size() / 3 + 1));
  const std::size_t mask = set.size() - 1;
  for (std::size_t i = 0; i < fingerprints.size(); ++i) {
    if (i + ahead < fingerprints.size()) {
      __builtin_prefetch(&set[fingerprints[i + ahead] & mask], 1);
    }
    const std::uint64_t wanted = fingerprints[i];
    if (wanted == 0) continue;
    std::size_t place = wanted & mask;
    while (set[place] != 0 && set[place] != wanted) place = (place + 1) & mask;
    if (set[place] == wanted && repeated.count++ == 0) repeated.first = i;
    set[place] = wanted;
  }
  if (repeated.count > 0) {
    const auto found =
        std::find(fingerprints.begin(), fingerprints.end(), fingerprints[repeated.first]);
    repeated.earlier = static_cast<std::size_t>(found - fingerprints.begin());
  }
  return repeated;
}

}  // namespace replaybench

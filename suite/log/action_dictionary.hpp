#pragma once
// Action tokens and their indices while a log is being read. For good, actions are numbered by name:
// suite/log/action_numbering.hpp.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/model/action.hpp"

namespace replaybench {

/// Tokens in order of first appearance. Looking up allocates nothing.
///
/// A log has a look-up a line and few distinct tokens, most of them short, so the table is open
/// addressed (linear probing, at most half full) and a token of up to 8 bytes is compared as one
/// word. Longer ones are compared by a 64-bit hash and then byte by byte.
class ActionDictionary {
 public:
  ActionDictionary() : slots_(std::size_t{1} << first_bits) {}

  /// The token's index, or nothing. Expected O(length).
  std::optional<Action> find(std::string_view token) const {
    const Slot& slot = slots_[place_of(token, key_of(token))];
    return slot.action == none ? std::nullopt : std::optional(slot.action);
  }
  /// The token's index; a new token gets the next one. Expected O(length).
  Action index(std::string_view token) {
    const std::uint64_t key = key_of(token);
    Slot& slot = slots_[place_of(token, key)];
    if (slot.action != none) return slot.action;
    const auto added = static_cast<Action>(tokens_.size());
    tokens_.emplace_back(token);
    slot = {key, token.size(), added};
    if (2 * tokens_.size() > slots_.size()) grow();
    return added;
  }
  const std::vector<std::string>& tokens() const { return tokens_; }

 private:
  static constexpr Action none = std::numeric_limits<Action>::max();
  static constexpr unsigned first_bits = 8;
  static constexpr std::size_t word = sizeof(std::uint64_t);

  struct Slot {
    std::uint64_t key = 0;
    std::size_t length = 0;
    Action action = none;
  };

  // The finalizer of SplitMix64: every bit of the result depends on every bit of `x`.
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  template <class Word>
  static std::uint64_t load(const char* from) {
    Word value;
    std::memcpy(&value, from, sizeof(Word));
    return value;
  }

  // The bytes themselves for up to 8 of them (with the length they are the whole token), a hash for
  // more. Reads nothing outside the token: loads of a fixed size, overlapping where they must.
  static std::uint64_t key_of(std::string_view token) {
    const char* const begin = token.data();
    const std::size_t length = token.size();
    const char* const end = begin + length;
    if (length > word) {
      std::uint64_t hash = load<std::uint64_t>(end - word);
      for (const char* at = begin; at < end - word; at += word) {
        hash = mix(hash) ^ load<std::uint64_t>(at);
      }
      return hash;
    }
    if (length >= 4) {
      return load<std::uint32_t>(begin) | load<std::uint32_t>(end - 4) << 32;
    }
    if (length >= 2) {
      return load<std::uint16_t>(begin) | load<std::uint16_t>(end - 2) << 16;
    }
    return length == 0 ? 0 : load<std::uint8_t>(begin);
  }

  std::size_t first_place(std::uint64_t key, std::size_t length) const {
    return mix(key + length * 0x9e3779b97f4a7c15u) & (slots_.size() - 1);
  }

  // Position of the token, or the free slot for it.
  std::size_t place_of(std::string_view token, std::uint64_t key) const {
    std::size_t place = first_place(key, token.size());
    for (;; place = (place + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[place];
      if (slot.action == none) return place;
      if (slot.key != key || slot.length != token.size()) continue;
      if (token.size() <= word || tokens_[slot.action] == token) return place;
    }
  }

  void grow() {
    std::vector<Slot> smaller(2 * slots_.size());
    smaller.swap(slots_);
    for (const Slot& slot : smaller) {
      if (slot.action == none) continue;
      std::size_t place = first_place(slot.key, slot.length);
      while (slots_[place].action != none) place = (place + 1) & (slots_.size() - 1);
      slots_[place] = slot;
    }
  }

  // Only looked up, never iterated for a result: the order of the slots reaches none.
  std::vector<Slot> slots_;
  std::vector<std::string> tokens_;
};

}  // namespace replaybench

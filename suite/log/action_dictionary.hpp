#pragma once
// Action tokens and their indices.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "suite/model/action.hpp"

namespace replaybench {

/// Tokens in order of first appearance. Looking up allocates nothing.
class ActionDictionary {
 public:
  /// The token's index, or nothing. Expected O(length).
  std::optional<Action> find(std::string_view token) const {
    const auto found = index_.find(token);
    return found == index_.end() ? std::nullopt : std::optional(found->second);
  }
  /// The token's index; a new token gets the next one. Expected O(length).
  Action index(std::string_view token) {
    if (const auto known = find(token)) return *known;
    const auto added = static_cast<Action>(tokens_.size());
    tokens_.emplace_back(token);
    index_.emplace(token, added);
    return added;
  }
  const std::vector<std::string>& tokens() const { return tokens_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  // Only looked up, never iterated: the hash's order reaches no result.
  std::unordered_map<std::string, Action, Hash, std::equal_to<>> index_;
  std::vector<std::string> tokens_;
};

}  // namespace replaybench

#pragma once
// The pools of a log as its column has them: the available actions of a line in one cell.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/action_dictionary.hpp"
#include "suite/log/text_list.hpp"
#include "suite/model/log.hpp"

namespace replaybench {

/// Pools of actions as written in a cell. A cell seen before costs one look-up.
class PoolCells {
 public:
  /// `separator` stands between the actions, and blanks around an action do not count; or, with
  /// `lists`, each cell is one of text_list.hpp, whose elements are any texts.
  explicit PoolCells(char separator = ' ', bool lists = false)
      : separator_(separator), lists_(lists) {}

  enum class Verdict { good, empty, empty_element, twice, without_action };

  /// Checks the cell without changing the dictionary; `token` is the line's action.
  Verdict check(std::string_view cell, std::string_view token, const ActionDictionary& dictionary,
                const PoolTable& table) {
    const auto number = seen_.find(cell);
    known_ = number ? std::optional(pool_of_[*number]) : std::nullopt;
    if (known_) {
      const auto action = dictionary.find(token);
      return action && table[*known_].contains(*action) ? Verdict::good : Verdict::without_action;
    }
    split(cell);
    if (tokens_.empty()) return Verdict::empty;
    empty_element_ =
        static_cast<std::size_t>(std::find(tokens_.begin(), tokens_.end(), "") - tokens_.begin());
    if (empty_element_ < tokens_.size()) return Verdict::empty_element;
    sorted_ = tokens_;
    std::sort(sorted_.begin(), sorted_.end());
    const auto twice = std::adjacent_find(sorted_.begin(), sorted_.end());
    if (twice != sorted_.end()) {
      token_twice_ = *twice;
      return Verdict::twice;
    }
    return std::binary_search(sorted_.begin(), sorted_.end(), token) ? Verdict::good
                                                                     : Verdict::without_action;
  }

  /// The pool's index, for the cell just found good; its tokens enter the dictionary.
  std::uint32_t intern(std::string_view cell, ActionDictionary& dictionary, PoolTable& table) {
    if (known_) return *known_;
    actions_.clear();
    for (const auto token : tokens_) actions_.push_back(dictionary.index(token));
    std::sort(actions_.begin(), actions_.end());
    const std::uint32_t pool = table.intern(actions_);
    // A log that writes each pool in ever new orders must not fill the memory with cells.
    if (remembered_ + cell.size() <= max_remembered) {
      remembered_ += cell.size() + sizeof(std::string);
      seen_.index(cell);
      pool_of_.push_back(pool);
    }
    return pool;
  }

  /// True if `token` is in the pool of the cell just found good.
  bool contains(std::string_view token, const ActionDictionary& dictionary,
                const PoolTable& table) const {
    if (!known_) return std::binary_search(sorted_.begin(), sorted_.end(), token);
    const auto action = dictionary.find(token);
    return action && table[*known_].contains(*action);
  }

  std::string_view token_twice() const { return token_twice_; }
  /// The first element of a list that is empty or absent, from 0; after Verdict::empty_element.
  std::size_t empty_element() const { return empty_element_; }

  /// The cell for a message: the actions of a list between commas.
  std::string shown(std::string_view cell) {
    if (!lists_) return std::string(cell);
    split(cell);
    std::string text;
    for (const std::string_view token : tokens_) {
      text.append(text.empty() ? "" : ", ").append(token);
    }
    return text;
  }

  /// True for the text of a list as other programs write it: "[a, b]", "{a,b}".
  bool is_bracketed(std::string_view cell) const {
    return !lists_ && cell.size() > 1 &&
           ((cell.front() == '[' && cell.back() == ']') ||
            (cell.front() == '{' && cell.back() == '}'));
  }

  /// For a cell without the line's action: the other usual separator with which it has it, else 0.
  char likely_separator(std::string_view cell, std::string_view token) const {
    if (lists_) return 0;
    std::vector<std::string_view> tokens;
    for (const char other : {'|', ';', ',', ' ', '/'}) {
      if (other == separator_ || cell.find(other) == std::string_view::npos) continue;
      split(cell, other, tokens);
      if (std::find(tokens.begin(), tokens.end(), token) != tokens.end()) return other;
    }
    return 0;
  }

 private:
  void split(std::string_view cell) {
    if (lists_) {
      split_list(cell, tokens_);
    } else {
      split(cell, separator_, tokens_);
    }
  }
  static void split(std::string_view cell, char separator, std::vector<std::string_view>& tokens) {
    tokens.clear();
    for (std::size_t begin = 0; begin < cell.size();) {
      const std::size_t end = std::min(cell.find(separator, begin), cell.size());
      std::string_view token = cell.substr(begin, end - begin);
      while (token.starts_with(' ')) token.remove_prefix(1);
      while (token.ends_with(' ')) token.remove_suffix(1);
      if (!token.empty()) tokens.push_back(token);
      begin = end + 1;
    }
  }

  static constexpr std::size_t max_remembered = std::size_t{1} << 20;  // bytes
  char separator_;
  bool lists_;
  ActionDictionary seen_;               // cells
  std::vector<std::uint32_t> pool_of_;  // by number of cell
  std::optional<std::uint32_t> known_;  // pool of the current cell, if seen before
  std::size_t remembered_ = 0;
  std::vector<std::string_view> tokens_, sorted_;
  std::vector<Action> actions_;
  std::string_view token_twice_;
  std::size_t empty_element_ = 0;
};

}  // namespace replaybench

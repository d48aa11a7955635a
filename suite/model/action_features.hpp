#pragma once
// Features of single actions: numbers that belong to an action at a decision, beside the context, which all
// actions of the decision share.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suite/model/action.hpp"

namespace replaybench {

/// Numbers that are 0 but in a few places. A view.
struct SparseRow {
  std::span<const std::uint32_t> places;  ///< increasing
  std::span<const double> values;         ///< of these places; finite, not 0
};

/// Sets of actions, and a row of features per action of each. A row and a set are stored once, however many
/// records have them.
class ActionFeatures {
 public:
  struct Member {
    Action action;
    std::uint32_t row;
  };

  std::size_t dimension() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return row_first_.size() - 1; }
  std::size_t sets() const { return set_first_.size() - 1; }
  SparseRow row(std::uint32_t row) const {
    const auto first = static_cast<std::size_t>(row_first_[row]);
    const auto size = static_cast<std::size_t>(row_first_[row + 1]) - first;
    return {std::span(places_).subspan(first, size), std::span(values_).subspan(first, size)};
  }
  /// In increasing order of the actions.
  std::span<const Member> set(std::uint32_t set) const {
    const auto first = static_cast<std::size_t>(set_first_[set]);
    return std::span(members_).subspan(first,
                                       static_cast<std::size_t>(set_first_[set + 1]) - first);
  }
  /// The features of an action; all 0 where the set does not have it. O(log size of the set), or O(1) where
  /// the set has all actions below it.
  SparseRow of(std::uint32_t in_set, Action action) const {
    const std::span<const Member> members = set(in_set);
    if (action < members.size() && members[action].action == action) {
      return row(members[action].row);
    }
    const auto found = std::lower_bound(
        members.begin(), members.end(), action,
        [](const Member& member, Action sought) { return member.action < sought; });
    return found != members.end() && found->action == action ? row(found->row) : SparseRow{};
  }
  /// Bytes in memory, without the names. O(1).
  std::uint64_t bytes() const;

  /// These sets with other numbers: action a becomes action_of[a], feature f place_of[f], which has the name
  /// names[place_of[f]]. An action without a number (no_action) is left out. Sets keep their numbers.
  /// O(size log size).
  ActionFeatures renumbered(std::span<const Action> action_of,
                            std::span<const std::uint32_t> place_of,
                            std::vector<std::string> names) const;
  static constexpr Action no_action = ~Action{0};
  static constexpr std::uint32_t no_row = ~std::uint32_t{0};

  /// Throws std::logic_error for an action that is not below action_count, places that do not increase or are
  /// not below dimension(), values that are not finite. O(size).
  void check(Action action_count) const;

 private:
  friend class ActionFeaturesBuilder;

  std::vector<std::string> names_;
  std::vector<std::uint64_t> row_first_{0}, set_first_{0};
  std::vector<std::uint32_t> places_;
  std::vector<double> values_;
  std::vector<Member> members_;
};

/// Makes ActionFeatures from rows and sets as they come.
class ActionFeaturesBuilder {
 public:
  struct Value {
    std::uint32_t place;
    double value;
  };

  /// The number of the row with these features, which is added if it is new. `values` come in any order; those of
  /// one place are added up; no_row if a sum is not finite. Leaves `values` empty. Expected O(size log size).
  std::uint32_t add_row(std::vector<Value>& values);
  /// The number of the set with these members, added if new, sorted by the call. Needs distinct actions.
  std::uint32_t add_set(std::vector<ActionFeatures::Member>& members);
  bool has_values() const { return !features_.values_.empty(); }
  /// The result; needs a name per place. The object is of no use afterwards.
  ActionFeatures build(std::vector<std::string> names) &&;

 private:
  // The numbers of rows or sets by hashes of them: open addressing, at most half full.
  class Index {
   public:
    // The number with this hash for which `is_equal` holds; `next`, which is added, if there is none.
    template <class IsEqual>
    std::uint32_t number(std::uint64_t hash, std::uint32_t next, const IsEqual& is_equal);

   private:
    struct Slot {
      std::uint32_t hash = 0;
      std::uint32_t number = ActionFeatures::no_row;  // of a free slot
    };
    void grow();
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
  };

  ActionFeatures features_;
  Index rows_, sets_;
};

}  // namespace replaybench

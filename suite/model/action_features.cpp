#include "suite/model/action_features.hpp"

#include <cmath>
#include <stdexcept>
#include <type_traits>

namespace replaybench {

namespace {

template <class Value>
void append_bytes(std::string& text, const Value& value) {
  static_assert(std::is_trivially_copyable_v<Value>);
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

std::uint64_t ActionFeatures::bytes() const {
  return row_first_.capacity() * sizeof(std::uint64_t) +
         set_first_.capacity() * sizeof(std::uint64_t) +
         places_.capacity() * sizeof(std::uint32_t) + values_.capacity() * sizeof(double) +
         members_.capacity() * sizeof(Member);
}

ActionFeatures ActionFeatures::renumbered(std::span<const Action> action_of,
                                          std::span<const std::uint32_t> place_of,
                                          std::vector<std::string> names) const {
  ActionFeatures result;
  result.names_ = std::move(names);
  result.row_first_ = row_first_;
  result.places_.reserve(places_.size());
  result.values_.reserve(values_.size());
  std::vector<ActionFeaturesBuilder::Value> sorted;
  for (std::uint32_t r = 0; r < rows(); ++r) {
    const SparseRow old = row(r);
    sorted.clear();
    for (std::size_t i = 0; i < old.places.size(); ++i) {
      sorted.push_back({place_of[old.places[i]], old.values[i]});
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& a, const auto& b) { return a.place < b.place; });
    for (const auto& [place, value] : sorted) {
      result.places_.push_back(place);
      result.values_.push_back(value);
    }
  }
  for (std::uint32_t s = 0; s < sets(); ++s) {
    const std::size_t first = result.members_.size();
    for (const Member& member : set(s)) {
      if (action_of[member.action] == no_action) continue;
      result.members_.push_back({action_of[member.action], member.row});
    }
    std::sort(result.members_.begin() + static_cast<std::ptrdiff_t>(first), result.members_.end(),
              [](const Member& a, const Member& b) { return a.action < b.action; });
    result.set_first_.push_back(result.members_.size());
  }
  return result;
}

void ActionFeatures::check(Action action_count) const {
  for (const Member& member : members_) {
    if (member.action >= action_count || member.row >= rows()) {
      throw std::logic_error("features of actions: an action or a row that is not there");
    }
  }
  for (std::uint32_t r = 0; r < rows(); ++r) {
    const SparseRow of_row = row(r);
    for (std::size_t i = 0; i < of_row.places.size(); ++i) {
      if (of_row.places[i] >= dimension() || (i > 0 && of_row.places[i] <= of_row.places[i - 1]) ||
          !std::isfinite(of_row.values[i])) {
        throw std::logic_error("features of actions: row " + std::to_string(r) +
                               " is not increasing, below the dimension and finite");
      }
    }
  }
}

std::uint32_t ActionFeaturesBuilder::add_row(std::vector<Value>& values) {
  // Stable: the sum of a feature that comes twice depends on their order.
  std::stable_sort(values.begin(), values.end(),
                   [](const Value& a, const Value& b) { return a.place < b.place; });
  std::size_t size = 0;
  for (const Value& value : values) {
    if (size > 0 && values[size - 1].place == value.place) {
      values[size - 1].value += value.value;
    } else {
      values[size++] = value;
    }
  }
  values.resize(size);
  std::erase_if(values, [](const Value& value) { return value.value == 0; });
  if (!std::all_of(values.begin(), values.end(),
                   [](const Value& value) { return std::isfinite(value.value); })) {
    values.clear();
    return ActionFeatures::no_row;
  }
  key_.clear();
  for (const Value& value : values) {
    append_bytes(key_, value.place);
    append_bytes(key_, value.value);
  }
  const auto [known, added] = rows_.try_emplace(key_, static_cast<std::uint32_t>(features_.rows()));
  if (added) {
    for (const Value& value : values) {
      features_.places_.push_back(value.place);
      features_.values_.push_back(value.value);
    }
    features_.row_first_.push_back(features_.places_.size());
  }
  values.clear();
  return known->second;
}

std::uint32_t ActionFeaturesBuilder::add_set(std::vector<ActionFeatures::Member>& members) {
  std::sort(members.begin(), members.end(),
            [](const auto& a, const auto& b) { return a.action < b.action; });
  key_.clear();
  for (const auto& [action, row] : members) {
    append_bytes(key_, action);
    append_bytes(key_, row);
  }
  const auto [known, added] = sets_.try_emplace(key_, static_cast<std::uint32_t>(features_.sets()));
  if (added) {
    features_.members_.insert(features_.members_.end(), members.begin(), members.end());
    features_.set_first_.push_back(features_.members_.size());
  }
  return known->second;
}

ActionFeatures ActionFeaturesBuilder::build(std::vector<std::string> names) && {
  features_.names_ = std::move(names);
  return std::move(features_);
}

}  // namespace replaybench

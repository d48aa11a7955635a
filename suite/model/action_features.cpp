#include "suite/model/action_features.hpp"

#include <bit>
#include <cmath>
#include <stdexcept>

namespace replaybench {

namespace {

constexpr std::uint64_t odd_factor = 0x9e3779b97f4a7c15u;

// A hash of a sequence of words: `hash` is of those before.
std::uint64_t add_to_hash(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * odd_factor;
  return hash ^ (hash >> 32);
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

template <class IsEqual>
std::uint32_t ActionFeaturesBuilder::Index::number(std::uint64_t hash, std::uint32_t next,
                                                   const IsEqual& is_equal) {
  if (2 * used_ >= slots_.size()) grow();
  const auto short_hash = static_cast<std::uint32_t>((hash * odd_factor) >> 32);
  std::size_t place = short_hash & (slots_.size() - 1);
  for (; slots_[place].number != ActionFeatures::no_row;
       place = (place + 1) & (slots_.size() - 1)) {
    const Slot& slot = slots_[place];
    if (slot.hash == short_hash && is_equal(slot.number)) return slot.number;
  }
  slots_[place] = {short_hash, next};
  ++used_;
  return next;
}

void ActionFeaturesBuilder::Index::grow() {
  std::vector<Slot> smaller(std::max<std::size_t>(16, 2 * slots_.size()));
  smaller.swap(slots_);
  for (const Slot& slot : smaller) {
    if (slot.number == ActionFeatures::no_row) continue;
    std::size_t place = slot.hash & (slots_.size() - 1);
    while (slots_[place].number != ActionFeatures::no_row) {
      place = (place + 1) & (slots_.size() - 1);
    }
    slots_[place] = slot;
  }
}

std::uint32_t ActionFeaturesBuilder::add_row(std::vector<Value>& values) {
  const auto by_place = [](const Value& a, const Value& b) { return a.place < b.place; };
  // Stable: the sum of a feature that comes twice depends on their order.
  if (!std::is_sorted(values.begin(), values.end(), by_place)) {
    std::stable_sort(values.begin(), values.end(), by_place);
  }
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
  std::uint64_t hash = 0;
  bool finite = true;
  for (const auto& [place, value] : values) {
    finite &= std::isfinite(value);
    hash = add_to_hash(add_to_hash(hash, place), std::bit_cast<std::uint64_t>(value));
  }
  if (!finite) {
    values.clear();
    return ActionFeatures::no_row;
  }
  const auto next = static_cast<std::uint32_t>(features_.rows());
  const std::uint32_t number = rows_.number(hash, next, [&](std::uint32_t other) {
    const SparseRow row = features_.row(other);
    return std::equal(values.begin(), values.end(), row.places.begin(), row.places.end(),
                      [](const Value& a, std::uint32_t place) { return a.place == place; }) &&
           std::equal(values.begin(), values.end(), row.values.begin(),
                      [](const Value& a, double value) { return a.value == value; });
  });
  if (number == next) {
    for (const auto& [place, value] : values) {
      features_.places_.push_back(place);
      features_.values_.push_back(value);
    }
    features_.row_first_.push_back(features_.places_.size());
  }
  values.clear();
  return number;
}

std::uint32_t ActionFeaturesBuilder::add_set(std::vector<ActionFeatures::Member>& members) {
  std::sort(members.begin(), members.end(),
            [](const auto& a, const auto& b) { return a.action < b.action; });
  std::uint64_t hash = 0;
  for (const auto& [action, row] : members) {
    hash = add_to_hash(hash, std::uint64_t{action} << 32 | row);
  }
  const auto next = static_cast<std::uint32_t>(features_.sets());
  const std::uint32_t number = sets_.number(hash, next, [&](std::uint32_t other) {
    const auto set = features_.set(other);
    return std::equal(
        members.begin(), members.end(), set.begin(), set.end(),
        [](const auto& a, const auto& b) { return a.action == b.action && a.row == b.row; });
  });
  if (number == next) {
    features_.members_.insert(features_.members_.end(), members.begin(), members.end());
    features_.set_first_.push_back(features_.members_.size());
  }
  return number;
}

ActionFeatures ActionFeaturesBuilder::build(std::vector<std::string> names) && {
  features_.names_ = std::move(names);
  return std::move(features_);
}

}  // namespace replaybench

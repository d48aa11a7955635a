#include "suite/resample/entangled.hpp"

#include <algorithm>
#include <stdexcept>

namespace replaybench {

EntangledSplit::EntangledSplit(std::span<const std::uint32_t> records, std::size_t tests_wanted,
                               StreamKey key)
    : training(records.begin(), records.end()) {
  WordStream words(key, 0);
  for (std::size_t left = training.size(); left > 1; --left) {
    std::swap(training[left - 1], training[words.below(static_cast<std::uint32_t>(left))]);
  }
  const auto first_test = training.end() - static_cast<std::ptrdiff_t>(tests_wanted);
  tests.assign(first_test, training.end());
  training.erase(first_test, training.end());
}

void PlainTraining::fill(std::uint64_t, std::span<const std::uint8_t> tested,
                         std::span<std::uint32_t> out) {
  std::size_t wanted = tested.size();
  for (const std::uint8_t flag : tested) wanted -= flag;
  source_->fill(out.first(wanted));
  // Spread from the end: a record never moves to a place that is still to be read.
  for (std::size_t slot = tested.size(); wanted < slot; --slot) {
    if (!tested[slot - 1]) out[slot - 1] = out[--wanted];
  }
}

void GrowingPrefix::fill(std::uint64_t first_slot, std::span<const std::uint8_t> tested,
                         std::span<std::uint32_t> out) {
  for (std::size_t i = 0; i < tested.size(); ++i) {
    if (tested[i]) {
      ++tests_met_;
      continue;
    }
    // Both factors are below 2^32.
    std::uint64_t prefix = (first_slot + i + 1) * rule_.interactions / rule_.slots;
    if (rule_.less_tests) prefix -= std::min(prefix, tests_met_);
    prefix = std::min<std::uint64_t>(std::max(prefix, rule_.smallest), training_.size());
    out[i] = training_[words_.below(static_cast<std::uint32_t>(prefix))];
  }
}

EntangledSource::EntangledSource(std::span<const std::uint32_t> tests,
                                 std::unique_ptr<TrainingSource> training_source,
                                 std::uint64_t slots, StreamKey key)
    : tests_(tests), source_(std::move(training_source)), slots_(slots), words_(key, 0) {
  if (tests.size() > slots) {
    throw std::invalid_argument("EntangledSource: there are fewer slots than tests");
  }
  if (slots > 0xffff'ffffu) throw std::invalid_argument("EntangledSource: 2^32 slots or more");
}

void EntangledSource::fill_slots(std::span<std::uint32_t> records, std::span<std::uint8_t> tested) {
  // Each remaining slot is equally likely to hold one of the remaining test records.
  auto slots_left = static_cast<std::uint32_t>(slots_ - next_slot_);
  auto tests_left = static_cast<std::uint32_t>(tests_.size());
  for (std::uint8_t& flag : tested) {
    flag = words_.below(slots_left--) < tests_left;
    tests_left -= flag;
  }
  source_->fill(next_slot_, tested, records);
  std::size_t next_test = 0;
  for (std::size_t i = 0; i < tested.size(); ++i) {
    if (tested[i]) records[i] = tests_[next_test++];
  }
  tests_ = tests_.subspan(next_test);
  next_slot_ += tested.size();
}

}  // namespace replaybench

#pragma once
// Entangled validation: a pass over an expanded log whose test records are hidden, each once and each in its own slot,
// among training records. An algorithm that memorises training records gains nothing, because their rewards are not
// counted.
//
// Source: thesis, appendix A.3 (p. 224) and algorithm 17 (appendix A.4.1, p. 225).
//
//   thesis     here
//   S_test     EntangledSplit::tests, in the random order in which they will be met (the mapping m)
//   S_train    EntangledSplit::training
//   I_test     the slots that EntangledSource flags
//   K T        slots
//   T-BRED_inf GrowingPrefix (appendix A.5.1, p. 231)

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "suite/resample/record_source.hpp"

namespace replaybench {

/// Records cut at random in two, both parts in a uniformly random order.
struct EntangledSplit {
  std::vector<std::uint32_t> tests;
  std::vector<std::uint32_t> training;

  /// `tests` of `records`, all choices and orders equally likely. Needs tests <= records.size().
  /// O(records) time and memory.
  EntangledSplit(std::span<const std::uint32_t> records, std::size_t tests, StreamKey key);
};

/// Source of the training records.
class TrainingSource {
 public:
  virtual ~TrainingSource() = default;
  /// Writes the record of each slot from `first_slot` on whose flag is 0; the places of the others
  /// are left in any state. Slots are requested in order, each once.
  virtual void fill(std::uint64_t first_slot, std::span<const std::uint8_t> tested,
                    std::span<std::uint32_t> out) = 0;
};

/// The next records of a RecordSource, one per training slot.
class PlainTraining final : public TrainingSource {
 public:
  explicit PlainTraining(std::unique_ptr<RecordSource> source) : source_(std::move(source)) {}
  void fill(std::uint64_t first_slot, std::span<const std::uint8_t> tested,
            std::span<std::uint32_t> out) override;

 private:
  std::unique_ptr<RecordSource> source_;
};

/// Number of training records that may be drawn at a slot: as many as there would have been interactions
/// up to this slot.
struct PrefixRule {
  std::uint64_t interactions = 0;  ///< T: slot s (from 0) of S stands for the index (s + 1) T / S
  std::uint64_t slots = 0;         ///< S
  std::uint64_t smallest = 1;      ///< n_min
  bool less_tests = false;         ///< the tests met so far count as known too
};

/// Draws with replacement from the first max(n_min, floor(i)) of `training` (not empty; must
/// outlive the source), at most all of them; i is the index of the slot. O(1) a slot.
class GrowingPrefix final : public TrainingSource {
 public:
  GrowingPrefix(std::span<const std::uint32_t> training, const PrefixRule& rule, StreamKey key)
      : training_(training), rule_(rule), words_(key, 0) {}
  void fill(std::uint64_t first_slot, std::span<const std::uint8_t> tested,
            std::span<std::uint32_t> out) override;

 private:
  std::span<const std::uint32_t> training_;
  PrefixRule rule_;
  WordStream words_;
  std::uint64_t tests_met_ = 0;
};

/// The whole pass, read in pieces. The slots of the tests are a uniformly random subset (selection
/// sampling: Fan, Muller, Rezucha 1962; Knuth 3.4.2, algorithm S): one word a slot, no memory.
class EntangledSource final : public PassSource {
 public:
  /// `tests` must outlive the source. Throws std::invalid_argument when there are more tests than
  /// slots, or 2^32 slots or more.
  EntangledSource(std::span<const std::uint32_t> tests,
                  std::unique_ptr<TrainingSource> training_source, std::uint64_t slots,
                  StreamKey key);
  bool has_tests() const override { return true; }
  /// At most `slots` may be requested in all.
  void fill_slots(std::span<std::uint32_t> records, std::span<std::uint8_t> tested) override;

 private:
  std::span<const std::uint32_t> tests_;  // those not met yet
  std::unique_ptr<TrainingSource> source_;
  std::uint64_t slots_;
  std::uint64_t next_slot_ = 0;
  WordStream words_;
};

}  // namespace replaybench

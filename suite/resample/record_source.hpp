#pragma once
// Sources of the records of a bootstrapped replay: drawn with replacement, or a shuffle of
// several copies of each. Read in pieces, so that the memory is that of the log, never that of its
// expansion.
//
// Source: thesis algorithm 12 (section 5.3.2, p. 126, with replacement) and section 5.5.2 (p. 133;
// S-BRED, shuffled copies).

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "suite/stream/word_stream.hpp"

namespace replaybench {

/// The slots of a pass over a log, read in order and in pieces: one record each, named by its
/// index.
class PassSource {
 public:
  virtual ~PassSource() = default;
  /// True if some slots are tests and the others only update the agent; if not, every slot counts.
  virtual bool has_tests() const = 0;
  /// The records of the next slots, and 1 for those that are tests; `tested` has a place for each
  /// if has_tests(), otherwise none.
  virtual void fill_slots(std::span<std::uint32_t> records, std::span<std::uint8_t> tested) = 0;
};

/// A random sequence of records of a log, every slot of it counted.
class RecordSource : public PassSource {
 public:
  bool has_tests() const final { return false; }
  void fill_slots(std::span<std::uint32_t> records, std::span<std::uint8_t>) final {
    fill(records);
  }
  /// The next out.size() records of the sequence.
  virtual void fill(std::span<std::uint32_t> out) = 0;
};

/// Each record of `records` (not empty; must outlive the source) with the same probability, with
/// replacement. O(1) memory and time a record.
class WithReplacement final : public RecordSource {
 public:
  WithReplacement(std::span<const std::uint32_t> records, StreamKey key)
      : records_(records), words_(key, 0) {}
  void fill(std::span<std::uint32_t> out) override;

 private:
  std::span<const std::uint32_t> records_;
  WordStream words_;
};

/// A uniformly random order of `copies` copies of each record of `records`, without ever holding
/// it: an urn of which one copy after the other is drawn. Two words of memory a record; on average
/// H(copies) = 1 + 1/2 + ... + 1/copies random words a draw, 2.9 for ten copies.
/// Needs records.size() * copies < 2^32; throws std::invalid_argument otherwise. At most
/// this product may be requested from `fill`.
class ShuffledCopies final : public RecordSource {
 public:
  ShuffledCopies(std::span<const std::uint32_t> records, std::uint32_t copies, StreamKey key);
  void fill(std::span<std::uint32_t> out) override;

 private:
  struct Slot {
    std::uint32_t record;
    std::uint32_t left;
  };

  std::vector<Slot> urn_;  // records with copies left
  std::uint32_t copies_;
  std::uint64_t reciprocal_;  // of copies_: see fill
  WordStream words_;
};

/// The records that a pass may draw, and their order.
enum class Drawing { with_replacement, shuffled_copies };

/// The source of one pass over `slots` records. The number of shuffled copies is the smallest that suffices
/// (all are shuffled, the first `slots` are taken: thesis, appendix A.3, p. 224). Needs records not empty.
std::unique_ptr<RecordSource> make_source(Drawing drawing, std::span<const std::uint32_t> records,
                                          std::uint64_t slots, StreamKey key);

}  // namespace replaybench

#include "suite/resample/record_source.hpp"

#include <stdexcept>

namespace replaybench {

__extension__ typedef unsigned __int128 Wide;

void WithReplacement::fill(std::span<std::uint32_t> out) {
  const auto n = static_cast<std::uint32_t>(records_.size());
  for (std::uint32_t& record : out) record = records_[words_.below(n)];
}

ShuffledCopies::ShuffledCopies(std::span<const std::uint32_t> records, std::uint32_t copies,
                               StreamKey key)
    : copies_(copies), words_(key, 0) {
  if (copies == 0 || records.size() > 0xffff'ffffu / copies) {
    throw std::invalid_argument("ShuffledCopies: the copies are none, or 2^32 or more");
  }
  urn_.reserve(records.size());
  for (const std::uint32_t record : records) urn_.push_back({record, copies});
  reciprocal_ = ~std::uint64_t{0} / copies + 1;
}

void ShuffledCopies::fill(std::span<std::uint32_t> out) {
  // A copy of those that the records still in the urn had in the beginning; if it is gone, again.
  // The branch is unpredictable: a place that is written twice costs less.
  const std::uint32_t copies = copies_;
  Slot* const urn = urn_.data();
  auto in_urn = static_cast<std::uint32_t>(urn_.size());
  std::size_t done = 0;
  while (done < out.size()) {
    const std::uint32_t copy = words_.below(in_urn * copies);
    // copy / copies by one multiplication, exact for 32-bit numbers (Lemire, Kaser, Kurz, "Faster
    // remainder by direct computation", 2019). One copy each: the reciprocal 2^64 is 0.
    const auto place =
        copies == 1 ? copy
                    : static_cast<std::uint32_t>((static_cast<Wide>(reciprocal_) * copy) >> 64);
    Slot& slot = urn[place];
    const bool is_drawn = copy - place * copies < slot.left;
    out[done] = slot.record;
    done += is_drawn;
    slot.left -= is_drawn;
    if (slot.left == 0) slot = urn[--in_urn];
  }
  urn_.resize(in_urn);
}

std::unique_ptr<RecordSource> make_source(Drawing drawing, std::span<const std::uint32_t> records,
                                          std::uint64_t slots, StreamKey key) {
  if (drawing == Drawing::with_replacement) return std::make_unique<WithReplacement>(records, key);
  const std::uint64_t copies = (slots + records.size() - 1) / records.size();
  if (copies > 0xffff'ffffu) throw std::invalid_argument("make_source: 2^32 copies or more");
  return std::make_unique<ShuffledCopies>(
      records, static_cast<std::uint32_t>(copies == 0 ? 1 : copies), key);
}

}  // namespace replaybench

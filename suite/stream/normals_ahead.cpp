#include "suite/stream/normals_ahead.hpp"

namespace replaybench {

void NormalsAhead::make_pairs() {
  hold(stride * (pairs - 1) + 2);
  std::array<std::uint64_t, 2 * pairs> bits;
  for (std::size_t p = 0; p < pairs; ++p) {
    bits[2 * p] = ring_[(read_ + stride * p) % ring_size];
    bits[2 * p + 1] = ring_[(read_ + stride * p + 1) % ring_size];
  }
  Draws::eight_pairs(bits, firsts_.data(), seconds_.data());
  first_pair_ = read_;
  next_pair_ = 0;
}

NormalsAhead::~NormalsAhead() {
  draws_.has_normal_ = has_normal_;
  draws_.spare_normal_ = spare_normal_;
  if (read_ == 0) return;
  const std::uint64_t of_blocks = read_ - static_cast<std::uint64_t>(draws_.left_);
  draws_.block_ += static_cast<std::uint32_t>((of_blocks + 1) / 2);
  draws_.left_ = static_cast<int>(of_blocks % 2);
  if (draws_.left_ == 0) return;
  hold(1);
  draws_.spare_bits_ = ring_[read_ % ring_size];
}

}  // namespace replaybench

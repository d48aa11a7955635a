#include "suite/stream/near_normals.hpp"

namespace replaybench {

void NearNormals::move(Draws& draws) const {
  const std::uint64_t read = made_ - (bits_.size() - place_);
  draws.has_normal_ = has_normal_;
  if (has_normal_ && pair_[0] >= 0) draws.spare_normal_ = Draws::second_normal(pair_[0], pair_[1]);
  if (read == 0) return;
  const std::uint64_t of_blocks = read - static_cast<std::uint64_t>(draws.left_);
  draws.block_ += static_cast<std::uint32_t>(of_blocks / 2);
  draws.left_ = 0;
  if (of_blocks % 2 == 1) draws.bits();
}

}  // namespace replaybench
